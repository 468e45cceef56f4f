"""``RESULTS.md`` and the games beside it that can be watched, from kept games."""

import shlex
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.agents import MatchResult
from hofspiele.envs.core import write_records
from hofspiele.training.cli.files import reading, telling, write_file
from hofspiele.training.cli.kinds import text_of
from hofspiele.training.cli.quoting import replay_command
from hofspiele.training.measuring.evaluation import agent_result
from hofspiele.training.measuring.kept_games import KeptGames
from hofspiele.training.measuring.tables import number, percent

_HEAD = """\
# Results

Written by `make results`, which plays all these matches (three quarters of an hour on two cores,
one thread each; what has been measured already is kept and not played again).

The agent holds one seat, its opponents all others. Each deal is played from every seat, so luck of
the deal and of the seat cancels. A win is shared by those who tie for it; the fair share is what
each of so many equal players wins. Margin: points less the mean of the others'.

Brackets hold 95 % intervals from the spread between deals, of all seeds together. The shares of
each seed that was measured stand beside; one command, `hofspiele evaluate …`, repeats its
games, with its seed in place of the first.

`search-100` plays 100 simulations for a decision, `trained` is the agent of
[`training/agents`](training/agents/README.md){play}.

Commands below tables show a typical game of the longest match: one whose margin is the median.

Measured with {versions}.
"""
_VERSIONS = "hofspiele {hofspiele}, Python {python}, numpy {numpy}, torch {torch} ({machine})"
_MOST_PROBABLE = ", which takes the most probable action"
# what somebody has written below stays when the page is written anew
ADDED_BELOW = "<!-- the command keeps what stands below this line -->\n"
_COLUMNS = (
    "agent",
    "against",
    "games",
    "win share",
    "fair share",
    "by seed",
    "margin",
    "evaluate …",
)


def records_beside(page: Path) -> Path:
    """The file of the games that `page` shows how to watch."""
    return page.with_suffix(".jsonl")


def write_page(page: Path, kept: Sequence[KeptGames]) -> None:
    """Write page and games for matches in order, those of a game and the seeds of one together.

    What has been added to the page by hand stays below.

    Raises:
        ValueError: what is there is no text.
        WriteError: it can't be written.
    """
    records, added = records_beside(page), added_by_hand(page)
    with telling(records):
        write_records(records, [_longest(of_game).typical for _, of_game in _by_game(kept)])
    write_file(page, render_page(kept, records) + added)


def added_by_hand(page: Path) -> str:
    """What stands below `ADDED_BELOW` in a page that is there, with it; ValueError: no text."""
    if not page.exists():
        return ""
    with reading(page):
        _, line, added = page.read_text(encoding="utf-8").partition(ADDED_BELOW)
    return f"\n{line}{added}" if line else ""


def render_page(kept: Sequence[KeptGames], records: Path) -> str:
    """The page as Markdown, with commands that show the games in `records`."""
    text = _HEAD.format(
        play=_MOST_PROBABLE if kept[0].basis["deterministic"] else "",
        versions="; ".join(dict.fromkeys(_VERSIONS.format(**match.versions) for match in kept)),
    )
    for line, (title, of_game) in enumerate(_by_game(kept), 1):
        command = replay_command(records, line, of_game[0].basis["name"])
        text += f"\n## {title}\n\n{_table(of_game)}\n{_how_to_watch(_longest(of_game), command)}"
    return text


def _by_game(kept: Sequence[KeptGames]) -> list[tuple[str, list[KeptGames]]]:
    """Title of each game, and its matches."""
    games = groupby(kept, lambda match: match.basis["title"])
    return [(title, list(of_game)) for title, of_game in games]


def _longest(kept: Sequence[KeptGames]) -> KeptGames:
    """The match of which the most games were wanted, the first of equals."""
    return max(kept, key=lambda match: match.basis["games"])


def _how_to_watch(match: KeptGames, command: str) -> str:
    agent, *opponents = match.games.agents
    return (
        f"`{agent}` against {len(opponents)} × `{opponents[0]}`, seed {match.basis['seed']}: "
        f"`{command}`\n"
    )


def _table(kept: Sequence[KeptGames]) -> str:
    rows = [_row(list(seeds)) for _, seeds in groupby(kept, _all_but_the_seed)]
    files = {
        name: digest
        for match in kept
        for name, digest in match.basis["agents"].items()
        if digest is not None
    }
    notes = [f"\n`{name}`: SHA-256 {digest}\n" for name, digest in files.items()]
    return "".join([_line(_COLUMNS), _line(["---"] * len(_COLUMNS)), *rows, *notes])


def _all_but_the_seed(match: KeptGames) -> dict[str, Any]:
    return {name: value for name, value in match.basis.items() if name != "seed"}


def _row(seeds: Sequence[KeptGames]) -> str:
    """One match, played with one or several seeds."""
    games = _pooled([match.games for match in seeds])
    agent, *opponents = games.agents
    measured = agent_result(games, agent)
    shares = {match.basis["seed"]: match.games.win_shares[:, :, 0].mean() for match in seeds}
    return _line(
        [
            f"`{agent}`",
            f"{len(opponents)} × `{opponents[0]}`",
            str(games.ranks[:, :, 0].size),
            percent(measured.win_share),
            f"{100 / len(games.agents):.1f} %",
            ", ".join(f"{seed}: {100 * share:.1f} %" for seed, share in shares.items()),
            number(measured.margin, "+"),
            f"`{_arguments(seeds[0].basis)}`",
        ]
    )


def _pooled(matches: Sequence[MatchResult]) -> MatchResult:
    """As one match over the deals of all."""
    outcomes, scores, ranks = (
        np.concatenate([getattr(match, name) for match in matches])
        for name in ("outcomes", "scores", "ranks")
    )
    return MatchResult(matches[0].agents, outcomes, scores, ranks, records=[])


def _arguments(basis: dict[str, Any]) -> str:
    options = dict(basis["options"])
    num_players = options.pop("num_players")
    arguments = [
        f"game={basis['name']}",
        f"num_players={num_players}",
        *(f"{name}={text_of(value)}" for name, value in options.items()),
        f"agent={basis['agent']}",
        f"opponents={basis['opponents']}",
        f"games={basis['games']}",
        f"seed={basis['seed']}",
        *([] if basis["deterministic"] else ["deterministic=false"]),
    ]
    return shlex.join(arguments)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
