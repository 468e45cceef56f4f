"""Measure the agents and write ``RESULTS.md``: ``python -m benchmarks.results`` (`make results`).

``hofspiele evaluate`` plays the same matches with the same values. The games of a match are kept in
``results/measured`` under a digest of its values and agents, the code in `_PLAYING` and of the
game, and the versions of packages. The same command therefore resumes after Ctrl-C, and only plays
matches for which these have changed. Text below the line `ADDED_BELOW` is kept.
`benchmarks.figures` draws the page's win shares.
"""

import hashlib
import io
import json
import sys
import time
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch

from hofspiele import envs
from hofspiele.envs.agents import MatchResult, join_parts
from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.command_line.command import run_command
from hofspiele.envs.command_line.values import replay_command
from hofspiele.envs.core import Game, GameRecord, write_records
from hofspiele.training.cli.files import write_file
from hofspiele.training.cli.versions import code_digest, platform_and_packages
from hofspiele.training.measuring.evaluation import (
    agent_result,
    deals_of,
    evaluate,
    typical_record,
)
from hofspiele.training.measuring.tables import markdown_table, number, percent, percentage
from hofspiele.training.players.lookup import AgentFinder, Player
from hofspiele.training.settings.game import make_game

PAGE = Path("RESULTS.md")
KEPT = Path("results/measured")
# Folders of code that all games depend on, in addition to the folder of the game itself.
_PLAYING = ("envs/core", "envs/agents", "training/networks", "training/players")

_HEAD = """\
# Results

`make results` plays these matches and writes this page in 45 minutes on two cores. It skips matches
whose results it already has.

The agent holds one seat, and its opponents hold all others. Each deal is played from every seat, so
that the luck of the deal and of the seat cancels out in part. Players who tie for a win share it;
equally strong players would each win the fair share. The margin is the agent's points minus the
mean of the others' points.

Brackets hold 95 % intervals from the spread between deals, over all seeds. The column "by seed"
shows the win share for each seed. `hofspiele evaluate …` with the values of the last column repeats
the games of the first seed; change `seed=` for the others.

`search-100` plays 100 simulations per decision. `trained` is the bundled agent
([`training/agents`](training/agents/README.md)), which takes the most probable action.

The command below a table replays a typical game of the table's longest match: the game with the
median margin.

Measured with hofspiele {hofspiele}, Python {python}, numpy {numpy}, torch {torch} ({machine}).
"""
# The page keeps text that is written by hand below this line.
ADDED_BELOW = "<!-- `make results` keeps all text below this line -->\n"
_COLUMNS = (
    "agent", "against", "games", "win share", "fair share", "by seed", "margin", "evaluate …",
)  # fmt: skip


class Match(NamedTuple):
    """One agent against one opponent on all other seats, shown as a row of the page.

    Attributes:
        title: the section of the page.
        name, num_players, options: the name of the game, the number of players, and the options
            that are switched on.
        agent, opponent: names of agents.
        games: number of games with each seed.
        seeds: seeds of the deals.
    """

    title: str
    name: str
    num_players: int
    options: tuple[str, ...]
    agent: str
    opponent: str
    games: int
    seeds: tuple[int, ...] = (1,)

    def __str__(self) -> str:
        return f"{self.title}, {self.agent} against {self.against()}"

    def against(self) -> str:
        """Return the opponents as the page shows them."""
        return f"{self.num_players - 1} × `{self.opponent}`"

    def make_game(self) -> Game:
        """Return a new game."""
        options = dict.fromkeys(self.options, True)
        return make_game(self.name, {"num_players": self.num_players, **options})

    def players(self) -> list[Player]:
        """Return the agent and its opponent."""
        finder = AgentFinder(self.make_game(), deterministic=True)
        return finder.find([self.agent, self.opponent])

    def command(self) -> str:
        """Return the values of ``hofspiele evaluate`` that repeat the games of the first seed."""
        options = "".join(f" {option}=true" for option in self.options)
        return (
            f"game={self.name} num_players={self.num_players}{options} agent={self.agent} "
            f"opponents={self.opponent} games={self.games} seed={self.seeds[0]}"
        )


class Measured(NamedTuple):
    """A match, the results of its games, seed by seed, and the record of a typical game."""

    match: Match
    games: MatchResult
    typical: GameRecord


def section(
    title: str,
    name: str,
    sizes: Sequence[int],
    options: tuple[str, ...] = (),
    games_against_search: int = 400,
) -> list[Match]:
    """Return a section's matches: all with `sizes[0]` players, and one with each further number."""

    def played(agent: str, opponent: str, games: int) -> Match:
        return Match(title, name, sizes[0], options, agent, opponent, games)

    against_greedy = played("trained", "greedy", 4000)._replace(seeds=(1, 2, 3, 11, 12))
    return [
        played("random", "greedy", 2000),
        played("greedy", "random", 2000),
        *(played(f"search-{simulations}", "greedy", 200) for simulations in (10, 25, 100)),
        played("trained", "random", 2000),
        *(against_greedy._replace(num_players=num_players) for num_players in sizes),
        played("trained", "search-100", games_against_search),
    ]


_OPTIONS = {
    "Kardinal & König": (),
    "Kardinal & König with Der Vatikan": ("vatikan",),
    "Kardinal & König, two countries a turn": ("two_countries",),
    "Kardinal & König with Der Vatikan, two countries a turn": ("vatikan", "two_countries"),
}
MATCHES = [
    *section("Kou-Ka-Roi", "kou_ka_roi", (4, 3, 2), games_against_search=2000),
    *(
        match
        for title, options in _OPTIONS.items()
        for match in section(title, "kardinal", (4, 3, 5), options)
    ),
    *section("Knatsch", "knatsch", (4, 2, 3, 5, 6), games_against_search=200),
]


def make_results(typed: Sequence[str]) -> None:
    """Play the missing matches and write the page; raise ValueError if arguments are given."""
    Arguments(typed).check_empty()
    files = {match: kept_file(match) for match in MATCHES}
    missing = [match for match in MATCHES if not files[match].exists()]
    print(
        f"{len(missing)} of {len(MATCHES)} matches are missing; games are kept in {KEPT}",
        flush=True,
    )
    KEPT.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    torch.set_num_threads(1)  # Each part of a match has its own thread.
    for done, match in enumerate(missing, 1):
        play(match, files[match])
        seconds = time.monotonic() - started
        print(f"{done} of {len(missing)} after {seconds:.0f} s: {match}", flush=True)
    write_page(PAGE, [read(match, file) for match, file in files.items()])
    print(f"wrote {PAGE} and {PAGE.with_suffix('.jsonl')}")


def kept_file(match: Match) -> Path:
    """Return the file for the games of a match, named after a digest of what they depend on."""
    basis = [
        match,
        [player.sha256 for player in match.players()],
        code_digest(*_PLAYING, f"envs/{match.name}"),
        platform_and_packages(),
    ]
    return KEPT / f"{hashlib.sha256(json.dumps(basis).encode()).hexdigest()[:16]}.npz"


def play(match: Match, file: Path) -> None:
    """Play a match on all cores and write its games to a file."""
    game = match.make_game()
    agent, opponent = (player.agent for player in match.players())
    deals = deals_of("games", match.games, match.num_players)
    played = []
    for seed in match.seeds:
        keep_records = seed == match.seeds[0]  # Only one game is shown, and records are large.
        played.append(evaluate(game, agent, [opponent], deals, seed, keep_records=keep_records)[1])
    games = join_parts(played)
    content = io.BytesIO()
    np.savez_compressed(
        content,
        agents=games.agents,
        outcomes=games.outcomes,
        scores=games.scores,
        ranks=games.ranks,
        typical=typical_record(played[0]).to_json(),
    )
    write_file(file, content.getvalue())


def read(match: Match, file: Path) -> Measured:
    """Return a match with the results that `play` has written."""
    with np.load(file, allow_pickle=False) as kept:
        agents = kept["agents"].tolist()
        games = MatchResult(agents, kept["outcomes"], kept["scores"], kept["ranks"], [])
        return Measured(match, games, GameRecord.from_json(str(kept["typical"])))


def write_page(page: Path, measured: Sequence[Measured]) -> None:
    """Write the page and, next to it, a file with a game to watch for each section."""
    records = page.with_suffix(".jsonl")
    sections = [list(rows) for _, rows in groupby(measured, lambda row: row.match.title)]
    longest = [max(rows, key=lambda row: row.match.games) for rows in sections]
    write_records(records, [row.typical for row in longest])
    text = _HEAD.format(hofspiele=envs.__version__, **platform_and_packages())
    for line, (rows, shown) in enumerate(zip(sections, longest, strict=True), 1):
        match = shown.match
        text += (
            f"\n## {match.title}\n\n{_table(rows)}\n"
            f"`{match.agent}` against {match.against()}, seed {match.seeds[0]}: "
            f"`{replay_command(records, line, match.name, to='html')}`\n"
        )
    old = page.read_text(encoding="utf-8") if page.exists() else ""
    _, mark, added = old.partition(ADDED_BELOW)
    write_file(page, text + (f"\n{mark}{added}" if mark else ""))


def _table(rows: Sequence[Measured]) -> str:
    players = [player for row in rows for player in row.match.players()]
    sha256 = {player.agent.name: player.sha256 for player in players if player.sha256}
    notes = [f"\n`{name}`: SHA-256 {digest}\n" for name, digest in sha256.items()]
    return "".join([markdown_table(_COLUMNS, map(_cells, rows)), "\n", *notes])


def _cells(row: Measured) -> Sequence[str]:
    match, games, _ = row
    result = agent_result(games, games.agents[0])
    by_seed = np.split(games.win_shares[:, :, 0], len(match.seeds))
    shares = (share.mean() for share in by_seed)
    return (
        f"`{match.agent}`",
        match.against(),
        str(games.ranks[:, :, 0].size),
        percent(result.win_share),
        percentage(1 / match.num_players),
        ", ".join(f"{seed}: {percentage(s)}" for seed, s in zip(match.seeds, shares, strict=True)),
        number(result.margin, "+"),
        f"`{match.command()}`",
    )


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", make_results, sys.argv[1:]))
