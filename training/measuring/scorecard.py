"""Scorecards: one agent against fixed opponents in all setups of the protocol."""

import time
from collections import Counter
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from hofspiele.envs.agents import Agent, Views, play_match, usable_cores
from hofspiele.envs.command_line.game import options_in
from hofspiele.envs.command_line.parse import with_values
from hofspiele.envs.core import Game
from hofspiele.envs.core.text.words import counted
from hofspiele.envs.reports.result_table import ResultTable
from hofspiele.training.files.read_write import (
    in_a_line,
    read_errors,
    read_json,
    write_file,
    write_json,
)
from hofspiele.training.files.resumable_folder import open_resumable_folder, results_folder
from hofspiele.training.files.versions import fingerprint, processor, versions
from hofspiele.training.measuring import protocol
from hofspiele.training.measuring.evaluation import line_up_against
from hofspiele.training.measuring.matches import Progress, executor_of
from hofspiele.training.measuring.scorecard_results import (
    Match,
    Result,
    grouped,
    markdown_of,
    table_of,
)
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.settings.measuring import Scorecard

_PAGE = """\
# {title}

{table}
{left_out}The page `training/measuring/README.md` says which results may be compared.

Measured with hofspiele {hofspiele} (commit {git_commit}), Python {python}, numpy {numpy}, torch
{torch} on {processor} ({machine}), threads: {threads}.
"""


def scorecard(settings: Scorecard, report: Progress | None = None) -> "PlayedScorecard":
    """Play the scorecard of an agent, or resume it, like ``hofspiele scorecard``.

    Args:
        settings: the settings; see ``hofspiele scorecard --help``.
        report: a function that is called from time to time with the number of finished games, the
            number of all games, and the current match.

    Raises:
        ValueError: a value is wrong, the agent can play in none of the setups, or the folder
            contains a different scorecard.
        RunError: a file cannot be written.
    """
    played = PlayedScorecard(with_values(settings, {}))
    played.play(report)
    return played


class PlayedScorecard:
    """The results of an agent, stored in a folder so that an interrupted scorecard can be resumed.

    Raises the ValueErrors of `scorecard`.

    Attributes:
        path: the folder.
        agent: the name of the agent.
        left_out: agents that cannot play in a setup, each with the setup and the reason.
        matches, results: all matches, and the results of those played so far, in order.
    """

    def __init__(self, settings: Scorecard):
        self._named = settings.agent
        self._threads = threads = settings.threads or usable_cores()
        given = settings.game.options
        declared = options_in(settings.game.spec) if given else {}
        if any(value != declared[name].default for name, value in given.items()):
            raise ValueError(
                "scorecard takes no options of games, because the protocol plays all combinations "
                "of options that can be on or off; restrict it with game=NAME and num_players=N"
            )
        games = protocol.setups(settings.game.name, settings.num_players)
        self._finder = AgentFinder(games[0], deterministic=True, trust=settings.trust)
        self.left_out: list[dict[str, str]] = []
        found = {game: self._digests(game) for game in games}
        names = [next(iter(digests)) for digests in found.values() if digests]
        if not names:
            raise ValueError(self.left_out[0]["reason"])
        self.agent = names[0]
        self.title = f"Scorecard of {self.agent} (protocol {protocol.VERSION})"
        self.matches = [
            Match(game, opponent)
            for game, digests in found.items()
            for opponent in protocol.DEALS
            if opponent in digests and opponent != self.agent
        ]
        self.path = results_folder(settings.results, "scorecard")
        self._file = self.path / "scorecard.json"
        self._content: dict[str, Any] = {
            "protocol": {"version": protocol.VERSION, "deals": protocol.DEALS},
            "agent": self.agent,
            "setups": {
                protocol.label_of(game): {
                    "game": game.name,
                    "options": game.options,
                    "version": game.spec.version,
                    "fingerprint": fingerprint(game),
                    "seed": protocol.seed_of(game),
                    "agent_sha256": digests,
                }
                for game, digests in found.items()
                if digests
            },
            "left_out": self.left_out,
            "machine": {"processor": processor(), "threads": threads},
            "versions": versions(),
        }
        self._lock = open_resumable_folder(
            self._file, self._content, "results", "a scorecard", uncompared={"results": []}
        )
        with read_errors(self._file, "; restore it or choose another results=FOLDER"):
            stored = zip(read_json(self._file)["results"], self.matches, strict=False)
            self.results = [Result.read(values, match) for values, match in stored]

    def _digests(self, game: Game) -> dict[str, str | None]:
        """Return the SHA-256 of all agents that can play, or {}; add others to `left_out`."""
        finder, digests = replace(self._finder, game=game), dict[str, str | None]()
        for name in dict.fromkeys([self._named, *protocol.DEALS]):
            try:
                player = finder.find([self._named, name])[1]
                player.agent.check(game)
            except ValueError as error:
                setup, reason = protocol.label_of(game), in_a_line(error)
                self.left_out.append({"agent": name, "setup": setup, "reason": reason})
                if name == self._named:
                    break
            else:
                digests[player.agent.name] = player.sha256
        return digests

    @property
    def groups(self) -> list[list[Result]]:
        """The results and their means; see `grouped`."""
        return grouped(self.results)

    def play(self, report: Progress | None = None) -> None:
        """Play the missing matches, store the result of each, and write the page and picture."""
        with executor_of(None, None, self._threads):
            for match in self.matches[len(self.results) :]:
                self.results.append(self._play(match, report))
                self._write()
        page = _PAGE.format(
            title=self.title,
            table=markdown_of(self.groups),
            left_out="".join(f"{line}\n\n" for line in self.left_out_lines()),
            **self._content["machine"],
            **{"torch": "not installed"} | self._content["versions"],
        )
        write_file(self.path / "scorecard.md", page)
        from hofspiele.training.measuring.plots import plot_scorecard

        plot_scorecard(self.groups, self.path / "scorecard.png", self.title)

    def _play(self, match: Match, report: Progress | None) -> Result:
        game, total = match.game, sum(match.games for match in self.matches)
        before = sum(result.games for result in self.results)
        player, opponent = replace(self._finder, game=game).find([self._named, match.opponent])
        agent = _Timed(player.agent, game)
        played = play_match(
            game,
            line_up_against([opponent.agent], agent, game),
            protocol.DEALS[match.opponent],
            protocol.seed_of(game),
            report=report and (lambda games: report(before + games, total, str(match))),
            num_threads=self._threads,
        )
        own = played.results[0]
        return Result.of(match, own.win_share, own.margin, agent.seconds_per_decision())

    def _write(self) -> None:
        means = [row for group in self.groups for row in group if row not in self.results]
        content = {
            **self._content,
            "results": [asdict(result) for result in self.results],
            "means": [asdict(mean) for mean in means],
        }
        write_json(self._file, content)

    def left_out_lines(self) -> list[str]:
        """Return one line for each reason why an agent cannot play in some setups of a game."""
        lines = Counter(
            (entry["agent"], entry["setup"].partition(",")[0], entry["reason"])
            for entry in self.left_out
        )
        return [
            f"left out: {agent} in {counted(number, 'setup')} of {game}: {reason}"
            for (agent, game, reason), number in lines.items()
        ]

    def table(self) -> ResultTable:
        """Return a table with a row for each setup, and a line for each opponent."""
        return table_of(self.groups, self.title)

    def __str__(self) -> str:
        return str(self.table())


class _Timed(Agent):
    """An agent that plays like `agent` and measures its time."""

    def __init__(self, agent: Agent, game: Game):
        agent.check(game)  # Some agents set their attributes in `check`.
        self.name = agent.name
        self.reads_states = agent.reads_states
        self.thread_safe = agent.thread_safe
        self.games_at_once = agent.games_at_once
        self._agent = agent
        self._calls: list[tuple[int, float]] = []  # Several threads may append to this list.

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        started = time.perf_counter()
        actions = self._agent.act(views, rng)
        self._calls.append((len(views.players), time.perf_counter() - started))
        return actions

    def seconds_per_decision(self) -> float:
        """Return the median, which is robust against a few calls that compile code or wait."""
        counts = [count for count, _ in self._calls]
        return float(
            np.median(np.repeat([seconds / count for count, seconds in self._calls], counts))
        )
