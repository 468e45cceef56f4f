"""Measure the agents and write ``RESULTS.md``: ``python -m benchmarks.results`` (`make results`).

``hofspiele evaluate`` plays the same matches with the same values. The games of a match are kept in
``results/measured`` under a digest of everything that they depend on: the same command resumes
after Ctrl-C, and only plays matches whose code, agents or values have changed. Text below the last
section stays.
"""

import hashlib
import io
import json
import multiprocessing
import signal
import time
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch

from hofspiele import envs
from hofspiele.envs.agents import MatchResult
from hofspiele.envs.core import Game, GameRecord, write_records
from hofspiele.training.cli.files import write_file
from hofspiele.training.cli.quoting import replay_command
from hofspiele.training.cli.versions import code_digest, platform_and_packages
from hofspiele.training.measuring.evaluation import (
    agent_result,
    deals_of,
    evaluate,
    typical_record,
)
from hofspiele.training.measuring.tables import number, percent
from hofspiele.training.players.lookup import AgentFinder, Player
from hofspiele.training.settings.game import make_game

PAGE = Path("RESULTS.md")
KEPT = Path("results/measured")
_PROCESSES = 2
# Games depend on this code, besides the rules of their own game.
_PLAYING = ("envs/core", "envs/agents", "training/networks", "training/players")

_HEAD = """\
# Results

Written by `make results`, which plays all these matches (three quarters of an hour on two cores,
one thread each; matches that have been played already are kept).

The agent holds one seat, its opponents all others. Each deal is played from every seat, so luck of
the deal and of the seat cancels. Players who tie for a win share it; equal players would each win
the fair share. The margin is the agent's points less the mean of the others'.

Brackets hold 95 % intervals from the spread between deals, of all seeds together. The column
"by seed" has the win share for each seed. `hofspiele evaluate …` with the values of the last column
repeats the games of the first seed; change `seed=` for the others.

`search-100` plays 100 simulations for a decision, `trained` is the agent of
[`training/agents`](training/agents/README.md), which takes the most probable action.

The command below a table shows a typical game of its longest match: one with the median margin.

Measured with hofspiele {hofspiele}, Python {python}, numpy {numpy}, torch {torch} ({machine}).
"""
# The page keeps text that is written by hand below this line.
ADDED_BELOW = "<!-- the command keeps what stands below this line -->\n"
_COLUMNS = (
    "agent", "against", "games", "win share", "fair share", "by seed", "margin", "evaluate …",
)  # fmt: skip


class Section(NamedTuple):
    """A game of the page; all matches are played with its first number of players."""

    title: str
    name: str
    num_players: Sequence[int]
    options: tuple[str, ...] = ()
    games_against_search: int = 400


class Match(NamedTuple):
    """One agent against one opponent on all other seats, with one seed."""

    title: str
    name: str
    num_players: int
    options: tuple[str, ...]
    agent: str
    opponent: str
    games: int
    seed: int

    def __str__(self) -> str:
        return f"{self.title}, {self.agent} against {self.opponent}, seed {self.seed}"

    def make_game(self) -> Game:
        """Return a new game."""
        options = dict.fromkeys(self.options, True)
        return make_game(self.name, {"num_players": self.num_players, **options})

    def players(self, game: Game) -> list[Player]:
        """Return the agent and its opponent."""
        return AgentFinder(game, deterministic=True).find([self.agent, self.opponent])


class Measured(NamedTuple):
    """A match with the results of its games, and the record of a typical game."""

    match: Match
    games: MatchResult
    typical: GameRecord


SECTIONS = (
    Section("Kou-Ka-Roi", "kou_ka_roi", (4, 3, 2), games_against_search=2000),
    Section("Kardinal & König", "kardinal", (4, 3, 5)),
    Section("Kardinal & König with Der Vatikan", "kardinal", (4, 3, 5), ("vatikan",)),
    Section("Kardinal & König, two countries a turn", "kardinal", (4, 3, 5), ("two_countries",)),
    Section(
        "Kardinal & König with Der Vatikan, two countries a turn",
        "kardinal",
        (4, 3, 5),
        ("vatikan", "two_countries"),
    ),
    Section("Knatsch", "knatsch", (4, 2, 3, 5, 6), games_against_search=200),
)


def matches_of(section: Section) -> list[Match]:
    """Return all matches of a section, those of one row together."""
    title, name, sizes, options, games_against_search = section

    def played(agent: str, opponent: str, games: int) -> Match:
        return Match(title, name, sizes[0], options, agent, opponent, games, seed=1)

    against_greedy = played("trained", "greedy", 4000)
    return [
        played("random", "greedy", 2000),
        played("greedy", "random", 2000),
        *(played(f"search-{simulations}", "greedy", 200) for simulations in (10, 25, 100)),
        played("trained", "random", 2000),
        *(
            against_greedy._replace(num_players=num_players, seed=seed)
            for num_players in sizes
            for seed in (1, 2, 3, 11, 12)
        ),
        played("trained", "search-100", games_against_search),
    ]


def main() -> None:
    """Play the missing matches and write the page."""
    matches = [match for section in SECTIONS for match in matches_of(section)]
    files = {match: kept_file(match) for match in matches}
    # Search plays longest: started first, it leaves no core idle at the end.
    missing = [match for match in reversed(matches) if not files[match].exists()]
    print(f"{len(matches)} matches, {len(missing)} of them to play; kept in {KEPT}", flush=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    # Torch does not survive a fork. Ctrl-C is for the parent, which ends its workers.
    ignored = (signal.SIGINT, signal.SIG_IGN)
    with multiprocessing.get_context("spawn").Pool(_PROCESSES, signal.signal, ignored) as pool:
        played = pool.imap_unordered(play, [(match, files[match]) for match in missing])
        for done, match in enumerate(played, 1):
            seconds = time.monotonic() - started
            print(f"{done} of {len(missing)} after {seconds:.0f} s: {match}", flush=True)
    write_page(PAGE, [read(match, files[match]) for match in matches])
    print(f"written: {PAGE} and {PAGE.with_suffix('.jsonl')}")


def kept_file(match: Match) -> Path:
    """Return the file for the games of a match, named by a digest of all that they depend on."""
    players = match.players(match.make_game())
    basis = [
        match,
        [player.sha256 for player in players],
        code_digest(*_PLAYING, f"envs/{match.name}"),
        platform_and_packages(),
    ]
    return KEPT / f"{hashlib.sha256(json.dumps(basis).encode()).hexdigest()[:16]}.npz"


def play(task: tuple[Match, Path]) -> Match:
    """Play a match and write its games to a file."""
    match, file = task
    torch.set_num_threads(1)
    game = match.make_game()
    agent, opponent = (player.agent for player in match.players(game))
    deals = deals_of("games", match.games, match.num_players)
    _, games = evaluate(game, agent, [opponent], deals, match.seed, keep_records=True)
    content = io.BytesIO()
    np.savez_compressed(
        content,
        agents=games.agents,
        outcomes=games.outcomes,
        scores=games.scores,
        ranks=games.ranks,
        typical=typical_record(games).to_json(),
    )
    write_file(file, content.getvalue())
    return match


def read(match: Match, file: Path) -> Measured:
    """Return a match with the games that `play` has written."""
    with np.load(file, allow_pickle=False) as kept:
        agents = kept["agents"].tolist()
        games = MatchResult(agents, kept["outcomes"], kept["scores"], kept["ranks"], [])
        return Measured(match, games, GameRecord.from_json(str(kept["typical"])))


def write_page(page: Path, measured: Sequence[Measured]) -> None:
    """Write the page, and beside it a game to watch for each section."""
    records = page.with_suffix(".jsonl")
    sections = [
        (title, list(of_title))
        for title, of_title in groupby(measured, lambda entry: entry.match.title)
    ]
    write_records(records, [_longest(entries).typical for _, entries in sections])
    text = _HEAD.format(hofspiele=envs.__version__, **platform_and_packages())
    for line, (title, entries) in enumerate(sections, 1):
        command = replay_command(records, line, entries[0].match.name)
        text += f"\n## {title}\n\n{_table(entries)}\n{_how_to_watch(_longest(entries), command)}"
    old = page.read_text(encoding="utf-8") if page.exists() else ""
    _, mark, added = old.partition(ADDED_BELOW)
    write_file(page, text + (f"\n{mark}{added}" if mark else ""))


def _longest(entries: Sequence[Measured]) -> Measured:
    """Return the first of the matches with the most games."""
    return max(entries, key=lambda entry: entry.match.games)


def _how_to_watch(entry: Measured, command: str) -> str:
    agent, *opponents = entry.games.agents
    return (
        f"`{agent}` against {len(opponents)} × `{opponents[0]}`, seed {entry.match.seed}: "
        f"`{command}`\n"
    )


def _table(entries: Sequence[Measured]) -> str:
    rows = [
        _row(list(seeds))
        for _, seeds in groupby(entries, lambda entry: entry.match._replace(seed=0))
    ]
    match = entries[0].match
    players = {
        player.agent.name: player.sha256
        for entry in entries
        for player in entry.match.players(match.make_game())
    }
    notes = [f"\n`{name}`: SHA-256 {sha256}\n" for name, sha256 in players.items() if sha256]
    return "".join([_line(_COLUMNS), _line(["---"] * len(_COLUMNS)), *rows, *notes])


def _row(seeds: Sequence[Measured]) -> str:
    """Return the row of a match that was played with one or several seeds."""
    match, games = seeds[0].match, _pooled([entry.games for entry in seeds])
    agent, *opponents = games.agents
    result = agent_result(games, agent)
    shares = {entry.match.seed: entry.games.win_shares[:, :, 0].mean() for entry in seeds}
    options = "".join(f" {option}=true" for option in match.options)
    return _line(
        [
            f"`{agent}`",
            f"{len(opponents)} × `{opponents[0]}`",
            str(games.ranks[:, :, 0].size),
            percent(result.win_share),
            f"{100 / match.num_players:.1f} %",
            ", ".join(f"{seed}: {100 * share:.1f} %" for seed, share in shares.items()),
            number(result.margin, "+"),
            f"`game={match.name} num_players={match.num_players}{options} agent={match.agent} "
            f"opponents={match.opponent} games={match.games} seed={match.seed}`",
        ]
    )


def _pooled(matches: Sequence[MatchResult]) -> MatchResult:
    """Return one match over the deals of all `matches`."""
    outcomes, scores, ranks = (
        np.concatenate([getattr(match, name) for match in matches])
        for name in ("outcomes", "scores", "ranks")
    )
    return MatchResult(matches[0].agents, outcomes, scores, ranks, [])


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    main()
