"""Our games and the ways to play them."""

import importlib
import time
from functools import partial
from typing import Any, NamedTuple

from benchmarks.measure import Contender
from benchmarks.play import pick_fast, play_aec, play_parallel
from hofspiele import envs
from hofspiele.envs.core import Game, play_random
from hofspiele.envs.core.registry import spec_of

# games that a Table steps together, and decisions between two looks at the clock
TABLE_GAMES = 256
_TABLE_DECISIONS = 50_000


class Targets(NamedTuple):
    """What a game should reach.

    Attributes:
        connect_four, gin_rummy, yacht: Table, as times the rate of these peers.
        compile_s: seconds to compile everything.
        start_s: seconds from import to the first step, compiled before.
    """

    connect_four: float
    compile_s: float
    start_s: float
    gin_rummy: float | None = None
    yacht: float | None = None


class OurGame(NamedTuple):
    """A game that is measured.

    Attributes:
        name: as in ``envs.make``.
        num_players: the table size that targets are for.
        targets: what it should reach.
        more_players: other table sizes, for comparison.
    """

    name: str
    num_players: int
    targets: Targets
    more_players: tuple[int, ...] = ()

    def make(self) -> Game:
        return envs.make(self.name, num_players=self.num_players)

    @property
    def simultaneous(self) -> bool:
        """Whether all players choose at once, so that there is a Parallel form."""
        return spec_of(self.name).simultaneous

    @property
    def module_name(self) -> str:
        """The module that users import from ``hofspiele.envs`` for PettingZoo."""
        return f"{self.name}_v{spec_of(self.name).version}"

    @property
    def module(self) -> Any:
        """That module."""
        return importlib.import_module(f"hofspiele.envs.{self.module_name}")

    # names of its contenders
    @property
    def table(self) -> str:
        return self._table(self.num_players)

    def _table(self, num_players: int) -> str:
        return f"{self.name} Table, {num_players} players"

    @property
    def raw_aec(self) -> str:
        return f"{self.name} raw_env()"

    @property
    def aec(self) -> str:
        return f"{self.name} env()"

    @property
    def parallel(self) -> str:
        return f"{self.name} parallel_env()"

    def contenders(self) -> list[Contender]:
        """The compiled Table at all table sizes, then the PettingZoo environments."""
        games = [self._replace(num_players=n) for n in (self.num_players, *self.more_players)]
        found = [Contender(game.table, partial(_play_table, game.make())) for game in games]
        size = {"num_players": self.num_players}
        for name, make in ((self.raw_aec, self.module.raw_env), (self.aec, self.module.env)):
            found.append(Contender(name, partial(play_aec, make(**size), pick_fast)))
        if self.simultaneous:
            env = self.module.parallel_env(**size)
            play = partial(play_parallel, env, env.game.wait_action, pick_fast)
            found.append(Contender(self.parallel, play))
        return found


GAMES = (
    OurGame("kou_ka_roi", 3, Targets(40, 30, 2.0, gin_rummy=10), more_players=(2, 4)),
    OurGame("kardinal", 4, Targets(30, 60, 2.5, gin_rummy=15), more_players=(3, 5)),
    OurGame("knatsch", 4, Targets(30, 60, 2.5, yacht=100), more_players=(2, 6)),
)


def _play_table(game: Game, seconds: float) -> int:
    decisions = 0
    end = time.perf_counter() + seconds
    while True:
        decisions += play_random(game, TABLE_GAMES, _TABLE_DECISIONS, seed=decisions).decisions
        if time.perf_counter() >= end:
            return decisions
