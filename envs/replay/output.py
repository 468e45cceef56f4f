"""The output of the commands `replay` and `draw`: settings that both have."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from hofspiele.envs.command_line.setting import setting
from hofspiele.envs.pictures.pixels import LARGEST_WIDTH
from hofspiele.envs.replay.write import WIDTH

TO = "null: the suffix of out, or text if it has none"


@dataclass(frozen=True)
class Output:
    """Settings of the output: its kind, and its appearance."""

    # The kinds of output that are written to a file with this suffix.
    SUFFIXES: ClassVar[tuple[str, ...]]

    to: str | None = setting(None, TO)
    out: str | None = setting(None, "file to write")
    seat: int | None = setting(
        None, "seat whose view is shown; null: a spectator's view, with all hands", least=0
    )
    dark: bool = setting(False, "true: pictures with a dark background")
    width: int = setting(
        WIDTH, "width of pictures in pixels, except of svg", least=16, most=LARGEST_WIDTH
    )

    @property
    def kind(self) -> str:
        """The kind of output. Raises ValueError if it is not given and `out` has another suffix."""
        suffix = Path(self.out or "").suffix.removeprefix(".").lower()
        if self.to is not None or suffix in ("", "txt"):
            return self.to or "text"
        if suffix not in self.SUFFIXES:
            allowed = ", ".join(f".{name}" for name in ("txt", *self.SUFFIXES))
            raise ValueError(
                f"out is {self.out}, expected a file ending in {allowed}; for other names, set to="
            )
        return suffix
