"""The function `check_game`, which finds mistakes in a new game before they can do harm.

Compiled code does not check indices, so that a mistake in a kernel can end Python without a
message. Therefore the game first runs in two other processes: in plain Python, where every mistake
has a file and a line, and compiled with checks of all indices.
"""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hofspiele.envs.core.checks import check_choice, shown, whole_number
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.spec import GameSpec


class GameError(ValueError):
    """A mistake in a game. The message says in which kernel, setup and game it was found."""


@dataclass(frozen=True)
class CheckedGame:
    """The size of a check that found no mistake."""

    setups: list[dict[str, Any]]  # the options of all games that were played
    games: int  # the number of games that were played with each setup
    longest: int  # the largest number of decisions in a game


def check_game(
    spec: GameSpec | str,
    *,
    games: int = 5,
    seed: int = 0,
    most_decisions: int = 10_000,
    device: str = "cpu",
) -> CheckedGame:
    """Check a game in random games with each number of players and each flag.

    1. One game of each setup runs in plain Python, where a mistake in a kernel raises an error.
    2. All games run compiled, with checks of all indices. The first has the same positions.
    3. Every position has the properties in `hofspiele.envs.testing.contract`: exactly the legal
       actions can be applied; positions can be written and read; copies are equal; observations
       and utilities keep their ranges; `redeal` replaces everything that a seat can't see, and
       nothing else.
    4. With ``device="cuda"``, the game is compiled for a GPU, which does not need to be there.

    Args:
        spec: the specification of the game, or the name of a registered game.
        games: number of games with each setup, at least 1.
        seed: seed of the first game.
        most_decisions: maximum number of decisions in a game, at least 1.
        device: "cpu", or "cuda" for a game that shall also run on a GPU. This takes two minutes.

    Raises:
        GameError: the game has a mistake.
        ValueError: an argument is not allowed.
    """
    whole_number("games", games, 1)
    whole_number("most_decisions", most_decisions, 1)
    check_choice("device", device, ("cpu", "cuda"))
    spec = spec if isinstance(spec, GameSpec) else spec_of(spec)
    if spec.class_path.startswith("__main__:"):
        raise ValueError(
            f"class_path is {spec.class_path!r}, expected a class in a module, because other "
            "processes import it"
        )
    task = {"class_path": spec.class_path, "seed": seed, "most_decisions": most_decisions}
    plain = played("in plain Python", task | {"games": 1, "contract": False}, NUMBA_DISABLE_JIT="1")
    with tempfile.TemporaryDirectory() as cache:  # Code with checks must not be used elsewhere.
        settings = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": cache}
        checked = played("compiled", task | {"games": games, "contract": True}, **settings)
    for setup, digest in plain["digests"]:
        if [setup, digest] not in checked["digests"]:
            raise GameError(
                f"{spec.name} with {shown(setup)}: compiled kernels give other positions than "
                "plain Python; look for negative indices, and for int16 fields that overflow"
            )
    if device == "cuda":
        played("for a GPU", task | {"games": 0, "contract": False, "for_gpu": True})
    return CheckedGame([setup for setup, _ in plain["digests"]], games, checked["longest"])


def played(how: str, task: dict[str, Any], **environment: str) -> dict[str, Any]:
    """Run the checks in another process and return its result; raise GameError on a mistake."""
    path = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)  # "" is this folder.
    done = subprocess.run(
        [sys.executable, "-P", "-m", "hofspiele.envs.testing", json.dumps(task)],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        # Faulthandler writes the innermost line of a kernel that does not return first.
        stuck = next((line.strip() for line in lines if line.startswith("  File")), lines[-1])
        raise GameError(f"{how}, Python ended or a kernel did not return: {stuck}") from None
    if "error" in result:
        raise GameError(f"{how}, {result['error']}")
    return result
