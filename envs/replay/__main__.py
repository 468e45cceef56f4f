"""Watch a recorded game again.

usage: python -m envs.replay FILE [NAME=VALUE …]

  FILE    a match, a game a line, as `write_records` keeps it
  game    which of its games, counted from 1
  from    decisions to leave out at the beginning
  to      text (on the terminal if there is no out=), html (one page with pictures and buttons),
          svg or png (a folder of pictures), gif, mp4
  out     file or folder to write; beside FILE, named after it, if it is not given
  seat    as this seat sees it; as an onlooker, who sees all hands, if it is not given
  dark    true: pictures with a dark background
  width   of png, gif and mp4, in pixels
  agents  with to=html: whose thoughts on each decision the page shows, as
          'agents=[trained,greedy,search-200]'
"""

import sys
from pathlib import Path
from typing import NamedTuple

from gymnasium.error import DependencyNotInstalled

from hofspiele.envs.agents import Agent, make_agent
from hofspiele.envs.core.records import read_records
from hofspiele.envs.core.suggest import nearest
from hofspiele.envs.replay.text import replay_text
from hofspiele.envs.replay.write import KINDS, WIDTH, Cut, write_replay

_NAMES = ("game", "from", "to", "out", "seat", "dark", "width", "agents")
_SUFFIX = {"text": ".txt", "svg": "", "png": ""}


class _Wish(NamedTuple):
    file: Path
    game: int
    kind: str
    out: Path | None
    cut: Cut


def _read(arguments: list[str]) -> _Wish:
    files = [text for text in arguments if "=" not in text]
    given = dict(text.split("=", 1) for text in arguments if "=" in text)
    if len(files) != 1:
        raise ValueError(f"{len(files)} files are named, expected one; see --help")
    for name in given:
        if name not in _NAMES:
            raise ValueError(f"there is no {name}={nearest(name, _NAMES)}; see --help")
    if given.get("to", "text") not in KINDS:
        raise ValueError(f"to is {given['to']!r}, expected one of: {', '.join(KINDS)}")
    if given.get("dark", "false") not in ("true", "false"):
        raise ValueError(f"dark is {given['dark']!r}, expected true or false")
    cut = Cut(
        first=_integer(given, "from", 0, 0),
        point_of_view=_integer(given, "seat", 0, 0) if "seat" in given else None,
        dark=given.get("dark") == "true",
        width=_integer(given, "width", WIDTH, 16),
        agents=_agents(given),
    )
    out = Path(given["out"]) if "out" in given else None
    return _Wish(Path(files[0]), _integer(given, "game", 1, 1), given.get("to", "text"), out, cut)


def _integer(given: dict[str, str], name: str, default: int, least: int) -> int:
    text = given.get(name, str(default))
    if not text.isascii() or not text.isdecimal() or not least <= int(text) < 100_000:
        raise ValueError(f"{name} is {text!r}, expected a whole number of at least {least}")
    return int(text)


def _agents(given: dict[str, str]) -> tuple[Agent, ...]:
    if "agents" not in given:
        return ()
    if given.get("to") != "html":
        raise ValueError("agents are for to=html, which shows what they think")
    names = given["agents"].removeprefix("[").removesuffix("]").split(",")
    return tuple(make_agent(name.strip()) for name in dict.fromkeys(names))


def _show(wish: _Wish) -> None:
    records = read_records(wish.file)
    if wish.game > len(records):
        raise ValueError(f"{wish.file} holds {len(records)} games, so there is no game {wish.game}")
    record = records[wish.game - 1]
    if wish.kind == "text" and wish.out is None:
        print(replay_text(record, wish.cut.first), end="")
        return
    name = f"{wish.file.stem}-game{wish.game}{_SUFFIX.get(wish.kind, f'.{wish.kind}')}"
    out = wish.out or wish.file.with_name(name)
    write_replay(record, out, wish.kind, wish.cut)
    print(out)


def main() -> int:
    """The command; 2 if something is wrong with what it is given."""
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(__doc__)
        return 0
    try:
        _show(_read(sys.argv[1:]))
    except (ValueError, OSError, DependencyNotInstalled) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
