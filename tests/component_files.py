"""Component files of the games, as tests read and change them."""

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import pytest

from hofspiele import envs


def own_file(game: str, name: str = "components.toml") -> str:
    """Return the text of a file in the folder of a game."""
    return resources.files(f"hofspiele.envs.{game}").joinpath(name).read_text(encoding="utf-8")


def line_of(text: str, entry: str) -> str:
    """Return the line of a component file that holds an entry."""
    return next(line for line in text.splitlines() if line.startswith(f"{entry} = "))


def check_refusals(game: str, path: Path, old: str, wrong: Sequence[str], message: str) -> None:
    """Check that a game refuses the file at `path` if any of `wrong` replaces `old` in it.

    Errors begin with the path and contain `message`, a regular expression.
    """
    text = path.read_text(encoding="utf-8")
    assert old in text
    for new in wrong:
        path.write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(ValueError, match=message) as error:
            envs.make(game, components=path)
        assert str(error.value).startswith(f"{path}: ")
