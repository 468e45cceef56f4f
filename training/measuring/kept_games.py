"""Games of matches as files, so that none is played twice.

Each file holds the arrays of a `MatchResult` and, as JSON, all that they follow from and the record
of a typical game; it carries no code. They are played anew where agents, code or settings have
changed since.
"""

import io
import json
import math
import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from hofspiele.envs.agents import MatchResult
from hofspiele.envs.core import GameRecord
from hofspiele.training.cli.archives import read_members
from hofspiele.training.cli.files import write_file
from hofspiele.training.cli.versions import versions
from hofspiele.training.cluster.entrants import Entrants
from hofspiele.training.cluster.matches import WantedMatch, play_matches
from hofspiele.training.measuring.evaluation import evaluate, typical_record
from hofspiele.training.measuring.matches import Match

if TYPE_CHECKING:
    from hofspiele.training.cluster.tasks import Cluster

_ARRAYS = {"outcomes": np.float64, "scores": np.float64, "ranks": np.int16}
_SEAT_BYTES = sum(np.dtype(kind).itemsize for kind in _ARRAYS.values())
# of a file, beside its arrays (bytes)
_MOST_BESIDE = 1 << 20


@dataclass(frozen=True)
class KeptGames:
    """The games of one match.

    Attributes:
        basis: all that they follow from, as `Match.basis`.
        versions: what they were played with.
        games: without records.
        typical: the record of a typical one of them.
    """

    basis: dict[str, Any]
    versions: dict[str, Any]
    games: MatchResult
    typical: GameRecord

    def write(self, file: Path) -> None:
        """Keep them in a folder that is there."""
        about = {
            "basis": self.basis,
            "versions": self.versions,
            "agents": self.games.agents,
            "typical": self.typical.to_json(),
        }
        arrays = {name: getattr(self.games, name) for name in _ARRAYS}
        content = io.BytesIO()
        np.savez_compressed(content, about=np.array(json.dumps(about)), **arrays)
        write_file(file, content.getvalue())


def read_kept(match: Match, folder: Path) -> KeptGames | None:
    """What is kept of `match`, None if there is nothing, or it is damaged or outdated.

    Raises:
        ValueError: there is no such game, option or agent.
    """
    basis, file = match.basis(), match.file(folder)
    if not file.is_file():
        return None
    try:
        kept = _read(file, match)
    except Exception:  # what a damaged one raises is anyone's guess
        return None
    return kept if kept.basis == basis else None


def _read(file: Path, match: Match) -> KeptGames:
    game = match.make_game()
    shape = (match.num_deals(game), game.num_players, game.num_players)
    most = _MOST_BESIDE + math.prod(shape) * _SEAT_BYTES
    members = read_members(file.read_bytes(), most)
    about = json.loads(str(_array(members, "about")))
    arrays = {name: _array(members, name) for name in _ARRAYS}
    for name, array in arrays.items():
        if array.shape != shape or array.dtype != _ARRAYS[name]:
            raise ValueError(f"{name} is {array.dtype} {array.shape}")
    games = MatchResult(about["agents"], **arrays, records=[])
    typical = GameRecord.from_json(about["typical"])
    return KeptGames(about["basis"], about["versions"], games, typical)


def _array(members: dict[str, bytes], name: str) -> np.ndarray:
    return np.lib.format.read_array(io.BytesIO(members[f"{name}.npy"]), allow_pickle=False)


def play_and_keep(match: Match, folder: Path) -> None:
    """Play `match`, as ``hofspiele evaluate`` does with the same values."""
    torch.set_num_threads(1)
    basis = match.basis()  # as it is before the games: files may change while they are played
    game = match.make_game()
    agent, opponents = match.players(game)
    _, games = evaluate(
        game,
        agent.agent,
        [opponents.agent],
        match.num_deals(game),
        match.seed,
        keep_records=True,
    )
    _keep(match, basis, games, folder)


def _keep(match: Match, basis: dict[str, Any], games: MatchResult, folder: Path) -> None:
    KeptGames(basis, versions(), games, typical_record(games)).write(match.file(folder))


def play_all_on(cluster: "Cluster", matches: Sequence[Match], folder: Path) -> Iterator[Match]:
    """`play_all`, by all processors of a cluster."""
    bases = [match.basis() for match in matches]
    entrants, wanted = [], []
    for number, match in enumerate(matches):
        game = match.make_game()
        entrants.append(Entrants(game, match.players(game), match.deterministic))
        line_up = [0, *[1] * (game.num_players - 1)]
        wanted.append(WantedMatch(number, line_up, match.num_deals(game), match.seed, True))
    for number, games in play_matches(cluster, entrants, wanted):
        _keep(matches[number], bases[number], games, folder)
        yield matches[number]


def play_all(matches: Sequence[Match], folder: Path, processes: int) -> Iterator[Match]:
    """Play and keep all of `matches`, some at a time; yields each as it ends."""
    # forked processes and threads of torch do not go together
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, _leave_interrupts_to_the_parent) as pool:
        yield from pool.imap_unordered(_play, [(match, folder) for match in matches])


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(task: tuple[Match, Path]) -> Match:
    play_and_keep(*task)
    return task[0]
