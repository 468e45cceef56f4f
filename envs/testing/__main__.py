"""The process in which `check_game` plays a game; it prints its result as JSON."""

import faulthandler
import hashlib
import json
import pkgutil
import re
import sys
import textwrap
from importlib import import_module
from pathlib import Path
from typing import Any

from numba.core.errors import NumbaError

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.registry import register_game
from hofspiele.envs.core.text.imported import place_of
from hofspiele.envs.testing.contract import check_position
from hofspiele.envs.testing.random_games import check_table, random_game, setups_of, use_kernels

_PACKAGE = str(Path(__file__).parents[1])
# Maximum number of characters of the message of an error.
_LONGEST = 600
# Seconds after which a kernel that has not returned is reported with its line.
_MOST_SECONDS = 120


def main() -> None:
    """Play the games of the task in the first argument, and print the result."""
    try:
        result = play(**json.loads(sys.argv[1]))
    except Exception as error:  # The game may raise anything.
        found = f"{_reason(error)}{place_of(error)}"
        result = {"error": ": ".join([*getattr(error, "__notes__", []), found])}
    print(json.dumps(result))


def play(
    class_path: str,
    games: int,
    seed: int,
    most_decisions: int,
    *,
    contract: bool,
    for_gpu: bool = False,
) -> dict[str, Any]:
    """Play random games, and check the contract in each position if `contract`.

    With `for_gpu`, only compile the game for a GPU. Otherwise, return each setup with a digest of
    its first game, and the decisions of the longest game.
    """
    kind = pkgutil.resolve_name(class_path)
    register_game(kind.spec)
    if for_gpu:
        import_module("hofspiele.envs.gpu.ahead").compile_for_gpu(kind(**kind.spec.complete({})))
        return {}
    digests, longest = [], 0
    for setup in setups_of(kind.spec):
        place = f"{kind.spec.name} with {shown(setup)}"
        try:
            game: Game = kind(**kind.spec.complete(setup))
            content = hashlib.sha256()
            for number in range(seed, seed + games):
                for ply, state in enumerate(random_game(game, number, most_decisions)):
                    place = f"{kind.spec.name} with {shown(setup)}, seed {number}, ply {ply}"
                    if not contract:  # Compiled games would count the seconds of the compiler.
                        faulthandler.dump_traceback_later(_MOST_SECONDS, exit=True)
                    used = use_kernels(game, state, ply % game.num_players, number)
                    if number == seed:
                        content.update(used)
                    if contract:
                        check_position(game, state, number)
                    longest = max(longest, ply)
            faulthandler.cancel_dump_traceback_later()
            check_table(game, seed)
        except Exception as error:
            error.add_note(place)
            raise
        digests.append((setup, content.hexdigest()))
    return {"digests": digests, "longest": longest}


def _reason(error: Exception) -> str:
    """Return the kind and the message of an error; of Numba's pages, one reason and line."""
    message = str(error)
    if isinstance(error, NumbaError):
        places = re.findall(r'File "([^"]+)", line (\d+)', message)
        lines = [line for line in message.splitlines() if not line.startswith(("Failed in ", "- "))]
        own = [place for place in places if _PACKAGE not in str(Path(place[0]).absolute())]
        message = lines[0] + "".join(f" ({file}, line {line})" for file, line in own[:1])
    kind = type(error).__name__
    return f"{kind}: {textwrap.shorten(message, _LONGEST, placeholder=' …')}"


if __name__ == "__main__":
    main()
