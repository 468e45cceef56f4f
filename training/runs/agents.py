"""The scripted and trained agents of a run; trained ones sample their actions."""

from hofspiele.envs.agents import Agent
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.settings.train import Train


def named_agents(settings: Train) -> list[str]:
    """Return all agents that a run's settings name, each once.

    The league's own names, such as those of past selves, are among them.
    """
    single = [getattr(settings, "agent", None), settings.imitation.agent]
    names = [*single, *settings.evaluation.opponents, *settings.opponents.shares]
    return [*dict.fromkeys(name for name in names if name is not None)]


def find_teacher(name: str | None, finder: AgentFinder) -> Agent | None:
    """Return the agent to imitate, None without a name; ValueError if it does not exist."""
    return None if name is None else finder.find([name])[0].agent


def find_evaluation_opponents(names: list[str], finder: AgentFinder, trained: str) -> list[Agent]:
    """Return the agents that the trained one is measured against.

    Args:
        names: the names of the opponents.
        finder: finds agents for the game of the run.
        trained: the name of the trained agent.

    Raises:
        ValueError: an agent does not exist, or is also called `trained`.
    """
    agents = [player.agent for player in finder.find(names)]
    if trained in {agent.name for agent in agents}:
        raise ValueError(
            f"this run and one of evaluation.opponents are both called {trained!r}; "
            "choose another name=…"
        )
    return agents
