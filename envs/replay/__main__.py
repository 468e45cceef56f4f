"""The command ``hofspiele replay``."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from hofspiele.envs.agents import make_agent
from hofspiele.envs.command_line.agents import AGENT, NETWORKS, OWN_GAME, TRUST
from hofspiele.envs.command_line.command import command
from hofspiele.envs.command_line.setting import REQUIRED, setting
from hofspiele.envs.core.checks import escaped, whole_number
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.text.records import read_records
from hofspiele.envs.core.text.words import counted
from hofspiele.envs.replay.output import TO, Output
from hofspiele.envs.replay.text import replay_text
from hofspiele.envs.replay.write import KINDS, Cut, write_replay

_SUFFIX = {"text": ".txt", "svg": "", "png": ""}


@dataclass(frozen=True)
class Replay(Output):
    """Settings of a replay: the game, and what is shown of it."""

    SUFFIXES: ClassVar[tuple[str, ...]] = ("html", "gif", "mp4")

    file: str = setting(
        REQUIRED, "game records, one game per line, as `play record=FILE` writes them", word=True
    )
    game: int = setting(1, "number of the game in the file", least=1)
    skip: int = setting(0, "number of decisions to skip at the start", least=0)
    to: str | None = setting(
        None,
        "text (printed if out is null), html (one page with pictures, buttons and the views of all "
        f"seats), svg or png (a folder of pictures), gif, mp4; {TO}",
        choices=KINDS,
    )
    out: str | None = setting(
        None, "file or folder to write; null: next to the records, and named after them"
    )
    agents: list[str] = setting(
        [],
        f"with to=html: agents whose thoughts on each decision the page shows: {AGENT}",
        may_be_empty=True,
    )
    spec: str | None = OWN_GAME
    trust: bool = TRUST
    networks: list[str] = NETWORKS


@command(Replay)
def main(settings: Replay) -> None:
    """Watch a recorded game again: ``hofspiele replay FILE game=2 to=html``."""
    file, number, kind = Path(settings.file), settings.game, settings.kind
    if settings.spec is not None:
        spec_of(settings.spec, from_user=True)
    if settings.agents and kind != "html":
        raise ValueError(f"to is {kind}, expected html if agents are given")
    records = read_records(file)
    if number > len(records):
        raise ValueError(f"game is {number}, but {file} holds {counted(len(records), 'game')}")
    record = records[number - 1]
    if settings.seat is not None:
        whole_number("seat", settings.seat, 0, max(len(record.scores) - 1, 0))
    agents = [
        make_agent(name, from_user=True, trust=settings.trust, networks=settings.networks)
        for name in dict.fromkeys(settings.agents)
    ]
    if kind == "text" and settings.out is None:
        print(replay_text(record, settings.skip, settings.seat), end="")
        return
    beside = file.with_name(f"{file.stem}-game{number}{_SUFFIX.get(kind, f'.{kind}')}")
    path = beside if settings.out is None else Path(settings.out)
    cut = Cut(settings.skip, settings.seat, settings.dark, settings.width, tuple(agents))
    write_replay(record, path, kind, cut)
    print(escaped(str(path)))


if __name__ == "__main__":
    main()
