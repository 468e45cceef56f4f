"""Play through all interfaces for an hour and check memory, cards, outcomes and ranks."""

import argparse
import gc
import resource
import secrets
import time
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.agents import make_agent, play_match
from hofspiele.envs.core import Game, Table
from tests import contract
from tests.api.faces import faces_of, make_face, play_aec, play_gym, play_parallel
from tests.core.test_table import play
from tests.games import TABLE_CASES, Case
from tools.hostile.attack import Attack
from tools.hostile.drawn import Rng, one_of, seed_of
from tools.hostile.survived import check_result

MEBIBYTE = 2**20
# Maximum growth of memory in bytes after a warm-up. Usually, memory hardly grows.
_MOST_GROWTH = 4 * MEBIBYTE
_MEMORY = Path("/proc/self/statm")


def resident() -> int:
    """Collect garbage; return the memory of this process in bytes, or its peak without /proc."""
    gc.collect()
    if _MEMORY.exists():
        return int(_MEMORY.read_text(encoding="utf-8").split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


# --- games and checks --------------------------------------------------------------------------


def play_everywhere(case: Case, rng: Rng) -> int:
    """Play in all interfaces, at a `Table` and in a match; return the number of games."""
    games = sum(_play_face(case, face, rng) for face in faces_of(case))
    game = case.make()
    return games + _play_table(game, rng) + _play_match(game, rng)


def _play_face(case: Case, face: str, rng: Rng) -> int:
    reward = one_of(rng, ("outcome", "rank", "margin"))
    options: dict[str, Any] = {"reward": reward, "render_mode": "ansi"}
    if face in ("gym", "vector"):
        options["opponents"] = one_of(rng, ("random", "greedy"))
    env = make_face(case, face, **options)
    first = env.reset(seed=int(rng.integers(2**31)))
    if face == "vector":
        _play_vector(env, first[1], rng)
        return env.num_envs
    if face == "gym":
        *_, (_, _, _, _, info) = play_gym(env, first[1], rng)
        _check_end(env.game, env._table.final_states[0], info["scores"], info["ranks"])
    else:
        if face == "parallel_env":
            *_, (_, paid, _, _, infos) = play_parallel(env, first[0], rng)
        else:
            ends = {agent: last for agent, last, action in play_aec(env, rng) if action is None}
            paid = {agent: last[1] for agent, last in ends.items()}
            infos = {agent: last[4] for agent, last in ends.items()}
        assert abs(sum(paid.values())) < 1e-9
        for info in infos.values():
            _check_end(env.game, env.game_state, np.array(info["scores"]), np.array(info["ranks"]))
    assert env.render()
    return 1


def _play_vector(env: Any, infos: Any, rng: Rng) -> None:
    for _ in range(40):
        actions = np.where(infos["action_mask"], rng.random(infos["action_mask"].shape), -1).argmax(
            1
        )
        *_, infos = env.step(actions)
        for i in np.flatnonzero(infos.get("_final_info", [])):
            info = infos["final_info"]
            _check_end(env.game, env._table.final_states[i], info["scores"][i], info["ranks"][i])


def _play_table(game: Game, rng: Rng) -> int:
    table = Table(game, int(rng.integers(1, 40)), seed_of(rng), int(rng.integers(1, 4)))
    play(table, 100)
    for i in np.flatnonzero(table.deals):
        _check_end(game, table.final_states[i], table.scores[i], table.ranks[i])
        assert abs(table.outcomes[i].sum()) < 1e-9
    for state in table.states:
        _check_cards(game, state)
    return table.num_games


def _play_match(game: Game, rng: Rng) -> int:
    names = [
        one_of(rng, ("random", "greedy", "greedy", "search-2")) for _ in range(game.num_players)
    ]
    agents = [make_agent(name) for name in names]
    result = play_match(game, agents, 1, seed_of(rng), keep_records=True)
    assert np.abs(result.outcomes.sum(-1)).max() < 1e-9
    for record in result.records:
        _, last = record.replay()
        _check_cards(game, last)
    return len(result.records)


def _check_end(game: Game, state: np.record, scores: np.ndarray, ranks: np.ndarray) -> None:
    assert game.is_over(state)
    assert (scores == game.scores(state)).all()
    assert (ranks == game.ranks(state)).all()
    check_result(game, scores, ranks, game.outcome(state))
    _check_cards(game, state)


def _check_cards(game: Game, state: np.record) -> None:
    cards_of = contract.CARDS_OF[game.name]
    assert cards_of(game.to_dict(state)) == cards_of(game.to_dict(game.new(0)))


# --- duration ----------------------------------------------------------------------------------


def short_soak(rng: Rng, folder: Path) -> int:
    """Play one case five times and check that memory does not grow after the second time."""
    case = one_of(rng, TABLE_CASES)
    games = sum(play_everywhere(case, rng) for _ in range(2))
    before = resident()
    games += sum(play_everywhere(case, rng) for _ in range(3))
    _check_growth(resident() - before)
    return games


def _check_growth(growth: int) -> None:
    assert growth < _MOST_GROWTH, f"memory grew by {growth / MEBIBYTE:.1f} MiB"


def main() -> None:
    """Play for the given time and print the number of games and the memory in MiB."""
    parser = argparse.ArgumentParser(prog="python -m tools.hostile.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=1, help="duration in hours")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**31))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    rng = np.random.default_rng(arguments.seed)
    started = time.monotonic()
    games = sum(play_everywhere(case, rng) for case in 2 * TABLE_CASES)
    warm = resident()
    while (seconds := time.monotonic() - started) < 3600 * arguments.hours:
        games += play_everywhere(one_of(rng, TABLE_CASES), rng)
        held = resident()
        line = f"{seconds / 60:6.1f} min   {games:,} games   {held / MEBIBYTE:.0f} MiB"
        print(f"\r{line} ({(held - warm) / MEBIBYTE:+.1f} since warm-up)", end="", flush=True)
        _check_growth(held - warm)
    print("\nsurvived")


ATTACKS = (Attack("soak", short_soak, few=1),)

if __name__ == "__main__":
    main()
