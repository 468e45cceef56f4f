"""Our games and the ways to play them."""

import importlib
from functools import partial
from typing import Any, NamedTuple

from benchmarks.limits import write_outputs
from benchmarks.measure import Contender
from benchmarks.our_batches import SIMULATIONS, play_table, play_vector, search_on
from benchmarks.play import pick_fast, play_aec, play_parallel
from hofspiele import envs
from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import spec_of

# A table has this many games on one thread, and this many on several threads.
TABLE_GAMES = 1024
THREAD_GAMES = (1024, 4096)


class Targets(NamedTuple):
    """Figures that a game should reach.

    Attributes:
        outputs: the time of a decision as a multiple of the time that its outputs take to write.
        connect_four, gin_rummy, yacht: the table's rate as a multiple of the rate of these peers.
        memory: GiB for a million games on a table.
        compile_s: seconds to compile everything.
        start_s: seconds from import to the first step with compiled kernels.
    """

    outputs: float
    connect_four: float
    compile_s: float
    start_s: float
    gin_rummy: float | None = None
    yacht: float | None = None
    memory: float | None = None


class OurGame(NamedTuple):
    """A game that is measured.

    Attributes:
        name: the name of the game, as in ``envs.make``.
        num_players: the number of players that targets are for.
        targets: the figures that it should reach.
        more_players: other numbers of players, for comparison.
    """

    name: str
    num_players: int
    targets: Targets
    more_players: tuple[int, ...] = ()

    def make(self) -> Game:
        return envs.make(envs.GameName(self.name), num_players=self.num_players)

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
        """The imported module."""
        return importlib.import_module(f"hofspiele.envs.{self.module_name}")

    # These properties are the names of a game's contenders.
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

    @property
    def vector(self) -> str:
        return f"{self.name} GameVectorEnv, opponents' decisions included"

    @property
    def search(self) -> str:
        return f"{self.name} search-{SIMULATIONS}, simulations"

    @property
    def outputs(self) -> str:
        return f"{self.name} outputs of a decision written, nothing else"

    def threads(self, num_games: int, num_threads: int) -> str:
        return f"{self.name} Table, {num_games} games, num_threads={num_threads}"

    def contenders(self) -> list[Contender]:
        """Return tables, Gymnasium and PettingZoo environments, and searches."""
        return [*self._batches(), *self._environments()]

    def _batches(self) -> list[Contender]:
        game = self.make()
        sizes = [self._replace(num_players=n) for n in (self.num_players, *self.more_players)]
        return [
            *(Contender(size.table, play_table(size.make(), TABLE_GAMES)) for size in sizes),
            Contender(self.outputs, write_outputs(game, TABLE_GAMES)),
            *(
                Contender(self.threads(games, n), play_table(game, games, n))
                for games in THREAD_GAMES
                for n in (1, 2)
            ),
            Contender(self.vector, play_vector(game, TABLE_GAMES)),
            Contender(self.search, search_on(game)),
        ]

    def _environments(self) -> list[Contender]:
        size = {"num_players": self.num_players}
        found = [
            Contender(name, partial(play_aec, make(**size), pick_fast))
            for name, make in ((self.raw_aec, self.module.raw_env), (self.aec, self.module.env))
        ]
        if self.simultaneous:
            env = self.module.parallel_env(**size)
            play = partial(play_parallel, env, env.game.wait_action, pick_fast)
            found.append(Contender(self.parallel, play))
        return found


GAMES = (
    OurGame("kou_ka_roi", 4, Targets(3.5, 90, 8, 0.8, gin_rummy=10), more_players=(2, 3)),
    OurGame("kardinal", 4, Targets(5, 75, 12, 0.8, gin_rummy=15, memory=6), more_players=(3, 5)),
    OurGame("knatsch", 4, Targets(5, 75, 12, 0.8, yacht=100), more_players=(2, 6)),
)
