"""Scorecards: one agent against fixed opponents in all setups of the protocol."""

import time
from collections import Counter
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import numpy as np

from hofspiele.envs.agents import Agent, Views, play_match
from hofspiele.envs.core import Game
from hofspiele.envs.core.text.words import counted
from hofspiele.training.cli.files import in_a_line, read_errors, read_json, write_json
from hofspiele.training.cli.progress import Display
from hofspiele.training.cli.resumable_folder import open_resumable_folder, results_folder
from hofspiele.training.cli.versions import processor, versions
from hofspiele.training.measuring import protocol
from hofspiele.training.measuring.evaluation import evaluate
from hofspiele.training.measuring.scorecard_results import Match, Result, grouped, markdown_of
from hofspiele.training.players.fingerprint import fingerprint
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.settings.measuring import Scorecard as ScorecardSettings

_PAGE = """\
# {title}

{table}
{left_out}The page `training/measuring/README.md` says which results may be compared.

Measured with hofspiele {hofspiele} (commit {git_commit}), Python {python}, numpy {numpy}, torch
{torch} on {processor} ({machine}), threads: {threads}.
"""


class Scorecard:
    """The results of an agent, stored in a folder so that an interrupted scorecard can be resumed.

    Args:
        settings: the settings of the command.
        threads: number of threads that play games.

    Attributes:
        path: the folder.
        agent: the name of the agent.
        left_out: agents that cannot play in a setup, each with the setup and the reason.
        matches: all matches, in the order in which they are played.
        results: the results of the matches played so far, in the order of `matches`.

    Raises:
        ValueError: a value is wrong, the agent can play in none of the setups, or the folder
            contains a different scorecard.
    """

    def __init__(self, settings: ScorecardSettings, threads: int):
        self._named, self._threads = settings.agent, threads
        games = protocol.setups(settings.game.name, settings.num_players)
        self._finder = AgentFinder(games[0], deterministic=True, trust=settings.trust)
        self.left_out: list[dict[str, str]] = []
        found = {game: self._digests(game) for game in games}
        names = [next(iter(digests)) for digests in found.values() if digests]
        if not names:
            raise ValueError(self.left_out[0]["reason"])
        self.agent = names[0]
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
        """Return the SHA-256 of the agent and its opponents by name, or {} if it can't play.

        Adds agents that cannot play `game` to `left_out`.
        """
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
    def title(self) -> str:
        """The title of the table, the page and the picture."""
        return f"Scorecard of {self.agent} (protocol {protocol.VERSION})"

    @property
    def groups(self) -> list[list[Result]]:
        """The results and their means; see `grouped`."""
        return grouped(self.results)

    @property
    def games(self) -> int:
        """The number of games that have been played."""
        return sum(result.games for result in self.results)

    def play(self, display: Display) -> None:
        """Play the missing matches, and store the result of each."""
        with display:
            for match in self.matches[len(self.results) :]:
                self.results.append(self._play(match, display))
                self._write()

    def _play(self, match: Match, display: Display) -> Result:
        game, before = match.game, self.games
        player, opponent = replace(self._finder, game=game).find([self._named, match.opponent])
        agent = _Timed(player.agent, game)
        evaluation, _ = evaluate(
            game,
            agent,
            [opponent.agent],
            protocol.DEALS[match.opponent],
            protocol.seed_of(game),
            report=lambda games: display.show(before + games, str(match)),
            play=partial(play_match, num_threads=self._threads),
        )
        own = evaluation.agents[0]
        return Result(
            match.setup,
            match.opponent,
            evaluation.games,
            evaluation.fair_share,
            own.win_share,
            own.margin,
            agent.seconds_per_decision(),
        )

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

    def page(self) -> str:
        """Return the page in Markdown."""
        return _PAGE.format(
            title=self.title,
            table=markdown_of(self.groups),
            left_out="".join(f"{line}\n\n" for line in self.left_out_lines()),
            **self._content["machine"],
            **self._content["versions"],
        )


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
