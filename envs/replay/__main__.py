"""Watch a recorded game again.

usage: hofspiele replay FILE [NAME=VALUE …]

  FILE    game records, one game per line, as `write_records` writes them
  game    number of the game in FILE (default 1, the first game)
  from    number of decisions to skip at the start
  to      text (printed if out= is missing), html (one page with pictures and
          buttons), svg or png (a folder of pictures), gif, mp4; by default the
          suffix of out, or text if it has none
  out     file or folder to write; by default next to FILE and named after it
  seat    the seat whose view is shown; by default the view of a spectator, who
          sees all hands; no effect with to=html, which offers all views
  dark    true: pictures with a dark background (svg, png, gif, mp4)
  width   width of png, gif and mp4, in pixels (default 800, at most 4096)
  agents  with to=html: agents whose thoughts on each decision the page shows,
          for example 'agents=[trained,greedy,search-200]'; also paths of
          trained agents, or your own as MODULE:NAME
  spec    MODULE:SPEC of your own game, if it is not installed
  trust   true: let stable-baselines3 .zip files run code stored in them, and
          import networks that agent files name; only for files that you trust
  networks  your own networks that agent files may name, as '[my_module:MyNet]'
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from hofspiele.envs.agents import make_agent
from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.command_line.command import run_command
from hofspiele.envs.core.checks import escaped
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.text.records import read_records
from hofspiele.envs.core.text.words import counted
from hofspiele.envs.pictures.pixels import LARGEST_WIDTH
from hofspiele.envs.replay.text import replay_text
from hofspiele.envs.replay.write import KINDS, WIDTH, Cut, write_replay

_NAMES = (
    "game", "from", "to", "out", "seat", "dark", "width", "agents", "spec", "trust", "networks",
)  # fmt: skip
_SUFFIX = {"text": ".txt", "svg": "", "png": ""}
_SUFFIXES = ("html", "gif", "mp4")


def show(typed: Sequence[str]) -> None:
    """Print or write the game that the arguments name; raise ValueError if they are wrong."""
    given = Arguments(typed)
    file = Path(given.one_word("FILE"))
    given.check_names(_NAMES)
    for name in given.names("spec"):
        spec_of(name, from_user=True)
    number, kind = given.integer("game", 1, 1), given.output_kind(KINDS, _SUFFIXES)
    names, trust = dict.fromkeys(given.names("agents")), given.flag("trust")
    networks = given.names("networks")
    if names and kind != "html":
        raise ValueError(f"to is {kind!r}, expected 'html' if agents are given")
    records = read_records(file)
    if number > len(records):
        raise ValueError(f"game is {number}, but {file} holds {counted(len(records), 'game')}")
    record = records[number - 1]
    last_seat = max(len(record.scores) - 1, 0)
    cut = Cut(
        first=given.integer("from", 0, 0),
        point_of_view=given.integer("seat", 0, 0, last_seat) if "seat" in given.values else None,
        dark=given.flag("dark"),
        width=given.integer("width", WIDTH, 16, LARGEST_WIDTH),
        agents=tuple(
            make_agent(name, from_user=True, trust=trust, networks=networks) for name in names
        ),
    )
    out = given.values.get("out")
    if kind == "text" and out is None:
        print(replay_text(record, cut.first, cut.point_of_view), end="")
        return
    beside = file.with_name(f"{file.stem}-game{number}{_SUFFIX.get(kind, f'.{kind}')}")
    path = beside if out is None else Path(out)
    write_replay(record, path, kind, cut)
    print(escaped(str(path)))


if __name__ == "__main__":
    sys.exit(run_command(__doc__, show, sys.argv[1:]))
