"""The user's own agents in settings: objects that are registered and replaced by their names."""

from typing import Any

from hofspiele.envs.agents.named import register_agent


def name_agents(settings: Any, *fields: str) -> None:
    """Replace agents that are objects by names, in fields with an agent, a list or a mapping.

    A mapping has agents as keys. See `register_agent` for what may be an agent.
    """
    for field in fields:
        value = getattr(settings, field, None)
        if isinstance(value, list | tuple):
            named: Any = [register_agent(agent) for agent in value]
        elif isinstance(value, dict):
            named = {register_agent(agent): entry for agent, entry in value.items()}
        else:
            named = None if value is None else register_agent(value)
        object.__setattr__(settings, field, named)
