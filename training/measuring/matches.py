"""The matches that ``RESULTS.md`` tells of, as ``configs/measuring/results.yaml`` lists them."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from omegaconf import DictConfig

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import is_integer, number_that_fits
from hofspiele.envs.core.suggest import nearest
from hofspiele.training.cli.checks import (
    BOOLEAN,
    MAPPING,
    NAME,
    check_values,
    different_integers,
    integer,
    optional,
)
from hofspiele.training.cli.games import make
from hofspiele.training.cli.versions import code_digest
from hofspiele.training.measuring.evaluation import SEAT_BYTES, deals_of
from hofspiele.training.players.lookup import Player, find_players

# as games of several are pooled, none may count twice
_SEEDS = different_integers(0)
# what entries of the configuration hold
_GAME = {
    "title": NAME,
    "name": NAME,
    "options": MAPPING,
    "num_players": different_integers(1),
    "games_by_opponent": optional(MAPPING),
}
_MATCH = {
    "agent": NAME,
    "opponents": NAME,
    "games": integer(1),
    "seeds": optional(_SEEDS),
    "every_size": optional(BOOLEAN),
}
# what games follow from, beside their own rules
_PLAYING = ("envs/core", "envs/agents", "training/networks", "training/players")


@dataclass(frozen=True)
class Match:
    """One agent against one opponent on all other seats, with one seed.

    Attributes:
        title: of the game, for people.
        name, options: of the game, the number of players among them.
        agent, opponents: names or paths.
        games: rounded up so that each deal is played from every seat.
        seed: of the deals and of all that agents draw.
        deterministic: whether trained agents take the most probable action.
    """

    title: str
    name: str
    options: dict[str, Any]
    agent: str
    opponents: str
    games: int
    seed: int
    deterministic: bool

    def make_game(self) -> Game:
        """A new game; ValueError if there is no such one."""
        return make(self.name, self.options)

    def num_deals(self, game: Game) -> int:
        """How many deals its games are of."""
        return deals_of("games", self.games, game.num_players)

    def players(self, game: Game) -> list[Player]:
        """Who plays, for one seat and all others; ValueError if there is no such agent."""
        return find_players([self.agent, self.opponents], game, self.deterministic)

    def file(self, folder: Path) -> Path:
        """Where the games are kept."""
        options = [f"{name}={value}" for name, value in self.options.items()]
        parts = [self.name, *options, self.agent, "against", self.opponents, f"seed{self.seed}"]
        name = "-".join(parts)
        if "/" in name:
            # what stands for it may stand in other names
            name = f"{name.replace('/', '_')}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
        return folder / f"{name}.npz"

    def basis(self) -> dict[str, Any]:
        """All that the games follow from, JSON-ready; ValueError if there is no such agent."""
        agents = {player.agent.name: player.sha256 for player in self.players(self.make_game())}
        return {
            **vars(self),
            "agents": agents,
            "code": code_digest(*_PLAYING, f"envs/{self.name}"),
        }


def configured_matches(config: DictConfig) -> list[Match]:
    """All matches of a configuration, game by game, the seeds of a match together.

    Raises:
        ValueError: there is none, a value is missing or wrong, a match is there twice, or
            ``games_by_opponent`` names an opponent that no match has.
    """
    check_values(config, {"seeds": _SEEDS, "deterministic": BOOLEAN})
    for name, expected in (("games", _GAME), ("matches", _MATCH)):
        if not config[name]:
            raise ValueError(f"{name} is [], expected at least one")
        for number, entry in enumerate(config[name]):
            for key in entry:
                if key not in expected:
                    raise ValueError(
                        f"there is no value {name}[{number}].{key}{nearest(str(key), expected)}"
                    )
            check_values(entry, expected, f"{name}[{number}].")
    opponents = {match.opponents for match in config.matches}
    for game in config.games:
        if unknown := set(game.get("games_by_opponent", {})) - opponents:
            raise ValueError(
                f"games_by_opponent of {game.title}: no match is against "
                f"{', '.join(sorted(unknown))}, expected some of {', '.join(sorted(opponents))}"
            )
    matches = [
        Match(
            title=game.title,
            name=game.name,
            options={"num_players": num_players} | dict(game.options),
            agent=match.agent,
            opponents=match.opponents,
            games=game.get("games_by_opponent", {}).get(match.opponents, match.games),
            seed=seed,
            deterministic=config.deterministic,
        )
        for game in config.games
        for match in config.matches
        for num_players in _sizes(game, match)
        for seed in (match.get("seeds") or config.seeds)
    ]
    kept: dict[Path, Match] = {}
    for match in matches:
        same = kept.setdefault(match.file(Path()), match)
        if same is not match:
            raise ValueError(
                f"{match.title}: {match.agent} against {match.opponents} with seed {match.seed} is "
                f"there twice, {same.games} games in {same.title} and {match.games} in "
                f"{match.title}, expected it once"
            )
        if not is_integer(match.games) or match.games <= match.options["num_players"]:
            raise ValueError(
                f"{match.title}: {match.games} games of {match.agent} against {match.opponents}, "
                f"expected more than {match.options['num_players']}: at least two deals"
            )
        number_that_fits(
            f"{match.title}: games", match.games, SEAT_BYTES * match.options["num_players"]
        )
    return matches


def _sizes(game: DictConfig, match: DictConfig) -> list[int]:
    """The numbers of players at the tables of `game` that play `match`."""
    return list(game.num_players if match.get("every_size") else game.num_players[:1])
