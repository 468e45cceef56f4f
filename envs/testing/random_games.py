"""Random games that use every kernel of a game, in whatever way Python runs the kernels."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from hofspiele.envs.core.game import Game
from hofspiele.envs.core.spec import NUM_PLAYERS, GameSpec
from hofspiele.envs.core.table import Table

# Number of games of a table, and of the decisions of each.
_TABLE_GAMES, _TABLE_DECISIONS = 3, 60


def setups_of(spec: GameSpec) -> list[dict[str, Any]]:
    """Return options to check: each number of players, and each flag with the default number."""
    counts = next(option for option in spec.options if option.name == NUM_PLAYERS).allowed or ()
    flags = [option.name for option in spec.options if option.kind is bool]
    return [*({NUM_PLAYERS: count} for count in counts), *({name: True} for name in flags)]


def random_game(game: Game, seed: int, most_decisions: int) -> Iterator[np.record]:
    """Yield each position of a random game; raise ValueError if it takes over `most_decisions`."""
    rng = np.random.default_rng(seed)
    state = game.new(seed)
    for number in itertools.count():
        yield state
        if state["over"]:
            return
        if number == most_decisions:
            raise ValueError(
                f"the game has not ended after {most_decisions:,} random decisions; end it by a "
                "rule, or pass a larger most_decisions"
            )
        game.apply(state, int(rng.choice(game.legal_actions(state))))


def use_kernels(game: Game, state: np.record, seat: int, seed: int) -> bytes:
    """Run the kernels of a game at a position; return what does not depend on rounding."""
    game.observe(state, seat)
    game.action_values(state)
    game.is_solved(np.atleast_1d(state))
    if not state["over"]:
        game.redeal(state, seat, seed)
    return state.tobytes() + game.legal_mask(state).tobytes() + game.ranks(state).tobytes()


def check_table(game: Game, seed: int) -> None:
    """Check that the observations of a `Table`, which are updated, are those of `Game.observe`."""
    table, rng = Table(game, _TABLE_GAMES, seed), np.random.default_rng(seed)
    for _ in range(_TABLE_DECISIONS):
        for state, player, seen in zip(
            table.states, table.players, table.observations, strict=True
        ):
            if (game.observe(state, int(player)) != seen).any():
                raise ValueError("the kernels update_view and observe write different observations")
        table.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in table.action_masks]))
