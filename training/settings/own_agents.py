"""The user's own agents in settings: objects that are registered and replaced by their names."""

import os
from typing import Any


def name_agents(settings: Any, *fields: str) -> None:
    """Replace agents that are objects by names, in fields with an agent, a list or mapping keys."""
    for field in fields:
        value = getattr(settings, field)
        if isinstance(value, list | tuple):
            named: Any = [name_of(agent) for agent in value]
        elif isinstance(value, dict):
            named = {name_of(agent): entry for agent, entry in value.items()}
        else:
            named = name_of(value)
        object.__setattr__(settings, field, named)


def name_of(agent: Any) -> Any:
    """Return the name under which an agent is registered; names, paths and null stay."""
    if agent is None or isinstance(agent, str | int):
        return agent
    if isinstance(agent, os.PathLike):
        return os.fspath(agent)
    from hofspiele.envs.agents.named import register_agent  # Help does without Numba.

    return register_agent(agent)
