"""Evaluations: one agent on one seat of each game, and opponents on all others."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import asdict
from pathlib import Path

import numpy as np

from hofspiele.envs.agents import Agent, MatchResult
from hofspiele.envs.command_line.parse import with_values
from hofspiele.envs.core import Game, GameRecord, write_records
from hofspiele.envs.core.checks import number_that_fits
from hofspiele.envs.core.text.words import counted
from hofspiele.envs.reports.result_table import ResultTable, number, percent, percentage
from hofspiele.training.files.read_write import check_writable, write_errors, write_json
from hofspiele.training.files.versions import components_sha256, versions
from hofspiele.training.measuring.matches import Progress, WantedMatch, executor_of, play_one
from hofspiele.training.players.lookup import finder_for
from hofspiele.training.settings.measuring import Evaluate

# Memory in bytes per evaluated game and seat: outcome, score, rank and temporary arrays.
_SEAT_BYTES = 64


def evaluate(
    settings: Evaluate, executor: Executor | None = None, report: Progress | None = None
) -> MatchResult:
    """Evaluate an agent, like ``hofspiele evaluate``, and write the requested files.

    Args:
        settings: the settings; see ``hofspiele evaluate --help``.
        executor: plays parts of the match, which it gets as pickles; by default, threads of this
            process play (or ``settings.cluster``). An executor with threads needs agents that are
            `thread_safe`.
        report: a function that is called from time to time with the number of finished games, the
            number of all games, and "".

    Returns:
        The result of the match. The agent is the first of the line-up, and ``results[0]`` has its
        win share with a 95 % interval. `print` shows the results of all agents.

    Raises:
        ValueError: a setting has a wrong value, or an agent cannot play the game.
        RunError: a file cannot be written.
    """
    settings = with_values(settings, {})
    files = requested_files(settings)
    names = [settings.agent, *settings.opponents]
    finder = finder_for(names, settings)
    game, players = finder.game, finder.find(names)
    agent, *opponents = [player.agent for player in players]
    deals = deals_of("games", settings.games, game.num_players)
    wanted = WantedMatch(
        line_up_against(opponents, agent, game), deals, settings.seed, "records" in files
    )
    total = deals * game.num_players
    with executor_of(executor, settings.cluster, settings.threads) as where:
        finished = None if report is None else lambda games: report(games, total, "")
        match = play_one(where, game, wanted, finished)
    if "records" in files:
        with write_errors(files["records"]):
            write_records(files["records"], match.records)
    if "json" in files:
        # The results do not depend on `cluster` and `threads`, so these settings are left out.
        values = asdict(settings)
        del values["cluster"], values["threads"]
        content = {
            "config": values,
            "game": {"name": game.name, "options": game.options} | components_sha256([game]),
            "agent_sha256": {player.agent.name: player.sha256 for player in players},
            "evaluation": match.to_dict(),
            "versions": versions(),
        }
        write_json(files["json"], content)
    if "plot" in files:
        from hofspiele.training.measuring.plots import plot_evaluation

        plot_evaluation(match, files["plot"], repr(game))
    return match


def requested_files(settings: Evaluate) -> dict[str, Path]:
    """Return the requested files by kind; raise ValueError if one is unusable or two are equal."""
    values = {"json": settings.json, "plot": settings.plot, "records": settings.records}
    files = {kind: Path(value) for kind, value in values.items() if value is not None}
    for kind, file in files.items():
        check_plot(file) if kind == "plot" else check_writable(kind, file)
    if len({file.absolute() for file in files.values()}) < len(files):
        given = ", ".join(map(str, files.values()))
        raise ValueError(f"{', '.join(files)} are {given}, expected different files")
    return files


def check_plot(file: Path) -> None:
    """Raise ValueError or OSError unless `file`, the setting ``plot``, is a writable picture."""
    if file.suffix.lower() not in (".png", ".svg"):
        raise ValueError(f"plot is {file}, expected a file that ends in .png or .svg")
    check_writable("plot", file)


def deals_of(name: str, games: int, num_players: int) -> int:
    """Return the number of deals, one game per seat each, that `games` requires, rounded up.

    Raise ValueError if `games`, the setting `name`, is too small for two deals, or too large.
    """
    number_that_fits(name, games, _SEAT_BYTES * num_players)
    deals = -(-games // num_players)
    if deals < 2:
        raise ValueError(
            f"{name} is {games}, expected more than {num_players}: each deal takes {num_players} "
            "games (one per seat), and an interval needs at least two deals"
        )
    return deals


def line_up_against(opponents: Sequence[Agent], agent: Agent, game: Game) -> list[Agent]:
    """Return `agent` and its opponents, given one for all other seats or one for each.

    Raise ValueError if another number is given.
    """
    others = game.num_players - 1
    if len(opponents) not in (1, others):
        expected = "1" if others == 1 else f"1 or {others}"
        raise ValueError(f"{counted(len(opponents), 'opponent')} given, expected {expected}")
    return [agent, *(opponents[k % len(opponents)] for k in range(others))]


def typical_record(match: MatchResult) -> GameRecord:
    """Return the record of the first game with the (lower) median margin of the first agent."""
    margins = match.margins[:, :, 0].ravel()
    median = np.quantile(margins, 0.5, method="lower")
    return match.records[int(np.argmax(margins == median))]


def opponents_table(matches: Sequence[MatchResult]) -> ResultTable:
    """Return a table of one agent's matches (with equal numbers of players), one row each."""
    agent, fair_share = matches[0].agents[0], matches[0].fair_share
    rows = []
    for match in matches:
        counts = Counter(match.agents[1:]).items()
        against = ", ".join(f"{count} × {name}" for name, count in counts)
        own = match.results[0]
        shown = percent(own.win_share), number(own.score), number(own.margin, "+")
        rows.append((against, str(match.games), *shown))
    return ResultTable(
        f"{agent}: means with 95 % intervals (fair share of wins {percentage(fair_share)})",
        ("against", "games", "win share", "score", "margin"),
        rows,
    )
