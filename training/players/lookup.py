"""Finding agents by the names and paths in commands, and the game that they play."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from hofspiele import envs
from hofspiele.envs.agents import Agent, make_agent
from hofspiele.envs.agents.named import names_file
from hofspiele.envs.agents.user_agents import source_of
from hofspiele.envs.command_line.game import ChosenGame, make_game
from hofspiele.envs.core import Game
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.envs.core.text.imported import is_import_name
from hofspiele.training.files.read_write import naming
from hofspiele.training.players.agent_file import SUFFIX, AgentFile, find_file, sha256_of
from hofspiele.training.players.file_agent import StoredAgent
from hofspiele.training.settings.measuring import Playing


class RequestedAgent(NamedTuple):
    """An agent, and the digest of its file or of the user's module; None if its name is enough."""

    agent: Agent
    sha256: str | None


def find_game(agents: Sequence[str], chosen: ChosenGame, num_players: int | None) -> Game:
    """Return the chosen game, or else the game of the first agent file among `agents`.

    Raise ValueError if neither determines a game, or if the game or an option is wrong.
    """
    if chosen.name is not None:
        return chosen.make(num_players)
    files = [find_file(agent) for agent in agents if names_file(agent)]
    trained = next((file for file in files if file.suffix == SUFFIX), None)
    if trained is None:
        named = ", ".join(dict.fromkeys(agents))
        for agent in agents:
            if not names_file(agent) and not is_import_name(agent):
                make_agent(agent, from_user=True)  # This raises ValueError for missing paths.
        raise ValueError(
            f"no game given, and none of the agents {named} is a file that names its game; set "
            f"game=NAME, one of: {', '.join(envs.game_names())}"
        )
    given = {} if num_players is None else {NUM_PLAYERS: num_players}
    content = AgentFile.read(trained)
    return game_of(content, content.setups[0] | given, trained)


def game_of(content: AgentFile, options: Mapping[str, Any], file: str | Path) -> Game:
    """Return the game of an agent file with `options`; raise ValueError naming `file`."""
    with naming(file):
        return make_game(content.game, options)


@dataclass(frozen=True)
class AgentFinder:
    """Finds the agents that the user names for a game."""

    game: Game
    _: KW_ONLY
    deterministic: bool = False  # whether trained agents take the most probable action
    trust: bool = False  # whether code from agents' files may run
    # Copies of the finder for other games share these agents, so that each is created once.
    made: dict[str, Agent] = field(default_factory=dict, compare=False, repr=False)

    def find(self, names: Sequence[str]) -> list[RequestedAgent]:
        """Return one player for each of `names` from the user; equal agents share a player.

        Raise ValueError if an agent does not exist, or different ones would have the same name.
        """
        found = {name: self._find(name) for name in dict.fromkeys(names)}
        called: dict[str, tuple[str, RequestedAgent]] = {}
        for name, player in found.items():
            other, first = called.setdefault(player.agent.name, (name, player))
            if name != other and (first.sha256 != player.sha256 or is_import_name(name)):
                raise ValueError(
                    f"{other} and {name} are different agents, but both are called "
                    f"{player.agent.name!r}; rename one of them, or copy it under a different name"
                )
        return [called[found[name].agent.name][1] for name in names]

    def _find(self, name: str) -> RequestedAgent:
        if name not in self.made:
            self.made[name] = make_agent(name, from_user=True, trust=self.trust)
        agent = self.made[name]
        if isinstance(agent, StoredAgent):
            loaded = agent.load(self.game, deterministic=self.deterministic)
            return RequestedAgent(loaded, sha256_of(agent.file(self.game)))
        source = source_of(name) if is_import_name(name) else None
        return RequestedAgent(agent, None if source is None else sha256_of(source))


def finder_for(names: Sequence[str], settings: Playing) -> AgentFinder:
    """Return the finder for a command in which the agents `names` play; see `find_game`."""
    game = find_game(names, settings.game, settings.num_players)
    return AgentFinder(game, deterministic=settings.deterministic, trust=settings.trust)
