"""The text of ``RESULTS.md``, from what `training.results` has measured."""

import shlex
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from hofspiele.envs.core.files import replacing
from hofspiele.training.measuring.evaluation import Estimate, percent

_HEAD = """\
# Results

Written by `make results`, which plays all these matches (about an hour and a half on two cores, one
thread each; what has been measured already is kept and not played again).

The agent holds one seat, its opponents all others. Each deal is played from every seat, so luck of
the deal and of the seat cancels. A win is shared by those who tie for it; {players} equal players
win {fair} each. Margin: points less the mean of the others'. Brackets hold 95 % intervals,
clustered by deal. Every line is one command, `python -m training.evaluate …`; `search-100` plays
100 simulations for a decision, `trained` is the agent of
[`training/agents`](training/agents/README.md){play}.

Measured with hofspiele {hofspiele}, Python {python}, numpy {numpy}, torch {torch} ({machine}); all
games of seed {seed}.
"""
_MOST_PROBABLE = ", which takes the most probable action"
_COLUMNS = ("agent", "against", "games", "win share", "margin", "evaluate …")


def write_page(page: Path, results: Sequence[dict[str, Any]]) -> None:
    """Write the page for results in their order, those of a game together."""
    with replacing(page) as temporary:
        temporary.write_text(page_of(results), encoding="utf-8")


def page_of(results: Sequence[dict[str, Any]]) -> str:
    """The page as Markdown."""
    first = results[0]
    fair = first["evaluation"]["fair_share"]
    text = _HEAD.format(
        players=len(first["evaluation"]["line_up"]),
        fair=f"{100 * fair:.1f} %",
        seed=first["basis"]["seed"],
        play=_MOST_PROBABLE if first["basis"]["deterministic"] else "",
        **first["versions"],
    )
    for title, rows in groupby(results, lambda result: result["basis"]["title"]):
        text += f"\n## {title}\n\n" + _table(list(rows))
    return text


def _table(results: Sequence[dict[str, Any]]) -> str:
    lines = [_line(_COLUMNS), _line(["---"] * len(_COLUMNS)), *map(_row, results)]
    files = {
        name: digest
        for result in results
        for name, digest in result["basis"]["agents"].items()
        if digest is not None
    }
    notes = [f"\n`{name}`: SHA-256 {digest}\n" for name, digest in files.items()]
    return "".join(lines + notes)


def _row(result: dict[str, Any]) -> str:
    evaluation, basis = result["evaluation"], result["basis"]
    agent, *opponents = evaluation["line_up"]
    measured = evaluation["agents"][0]
    share, margin = (Estimate(**measured[name]) for name in ("win_share", "margin"))
    return _line(
        [
            f"`{agent}`",
            f"{len(opponents)} × `{opponents[0]}`",
            str(evaluation["games"]),
            percent(share),
            f"{margin.mean:+.1f} ± {margin.high - margin.mean:.1f}",
            f"`{_arguments(basis)}`",
        ]
    )


def _arguments(basis: dict[str, Any]) -> str:
    options = dict(basis["options"])
    num_players = options.pop("num_players")
    given = ",".join(f"{name}:{str(value).lower()}" for name, value in options.items())
    arguments = [
        f"game={basis['name']}",
        f"num_players={num_players}",
        *([f"options={{{given}}}"] if options else []),
        f"agent={basis['agent']}",
        f"opponents=[{basis['opponents']}]",
        f"games={basis['games']}",
        f"seed={basis['seed']}",
        *([] if basis["deterministic"] else ["deterministic=false"]),
    ]
    return " ".join(text if "[" in text else shlex.quote(text) for text in arguments)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
