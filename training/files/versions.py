"""Versions of the software and identities of games, in files that say how to repeat results."""

import functools
import hashlib
import json
import platform
import subprocess
from collections.abc import Iterable
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hofspiele import envs
from hofspiele.envs.core import Game
from hofspiele.envs.core.spec import COMPONENTS

_ROOT = Path(envs.__file__).parents[1]
_PACKAGES = (
    "numpy", "numba", "gymnasium", "pettingzoo", "torch", "stable-baselines3", "sb3-contrib",
    "openskill",
)  # fmt: skip


def versions() -> dict[str, Any]:
    """Return the git commit, and the values of `platform_and_packages`, by name."""
    return {"git_commit": _git_commit(), **platform_and_packages()}


def platform_and_packages() -> dict[str, str]:
    """Return the versions of this and other packages and of Python, and the platform, by name."""
    return {
        "hofspiele": envs.__version__,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        **{name: metadata.version(name) for name in _PACKAGES if find_spec(name.replace("-", "_"))},
    }


@functools.cache
def software_here() -> dict[str, str]:
    """Return the versions of packages and the digest of our code on this machine, by name."""
    return {**platform_and_packages(), "the code of hofspiele": _code_digest()[:16]}


def processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or "unknown processor"


def _code_digest() -> str:
    digest = hashlib.sha256()
    for folder in ("envs", "training"):
        for file in sorted((_ROOT / folder).rglob("*")):
            if file.suffix in (".py", ".toml", ".npy"):
                digest.update(f"\0{file.relative_to(_ROOT)}\0".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _git_commit() -> str | None:
    """Return the git commit, plus -dirty if files have changed; None if this file is untracked."""
    here = Path(__file__)
    run = functools.partial(
        subprocess.check_output, cwd=here.parent, stderr=subprocess.DEVNULL, text=True
    )
    try:
        run(["git", "ls-files", "--error-unmatch", here.name])
        return run(["git", "describe", "--always", "--dirty", "--abbrev=40"]).strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def fingerprint(game: Game) -> str:
    """Return 16 hex digits that depend on the observation, entities and actions of `game`.

    A network can play all games with the same fingerprint, even with a different number of players.
    """
    pieces = [[piece.name, *piece.shape] for piece in game.layout.pieces]
    kinds = [
        [kind.columns.tolist(), kind.actions.tolist(), kind.interchangeable]
        for kind in game.layout.entities
    ]
    actions = [game.action_name(action) for action in range(game.num_actions)]
    described = json.dumps([game.name, pieces, kinds, actions])
    return hashlib.sha256(described.encode()).hexdigest()[:16]


def identity_of(game: Game) -> dict[str, Any]:
    """Return the values that identify `game` in stored settings, as JSON-serialisable values."""
    identity = {"name": game.name, "options": game.options, "fingerprint": fingerprint(game)}
    return identity | components_sha256([game])


def components_sha256(games: Iterable[Game]) -> dict[str, dict[str, str]]:
    """Return ``components_sha256``: the SHA-256 of each own component file of `games`, or {}."""
    digests = {
        game.options[COMPONENTS]: game.components_sha256
        for game in games
        if game.components_sha256 is not None
    }
    return {"components_sha256": digests} if digests else {}
