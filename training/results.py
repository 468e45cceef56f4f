"""Measure what ``RESULTS.md`` says, and write it: ``python -m training.results`` (`make results`).

Every match is what ``python -m training.evaluate`` plays with the same values. What has been
measured is kept in a folder and not played again until agents, code or settings change, so Ctrl-C
loses at most the matches in play.
"""

import functools
import hashlib
import json
import multiprocessing
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hydra
import torch
from omegaconf import DictConfig
from rich.console import Console

from hofspiele import envs
from hofspiele.envs.core import Game
from hofspiele.envs.core.files import replacing
from hofspiele.training.cli.command import command
from hofspiele.training.measuring.evaluation import evaluate
from hofspiele.training.measuring.page import write_page
from hofspiele.training.players.lookup import Player, find_players, options_of
from hofspiele.training.runs.folder import versions


@dataclass(frozen=True)
class Match:
    """One agent against one opponent on all other seats.

    Attributes:
        title: of the game, for people.
        name, options: of the game, the number of players among them.
        agent, opponents: names or paths.
        games: rounded up so that each deal is played from every seat.
        seed: of the deals and of all that agents draw.
        deterministic: whether trained agents take the most probable action.
    """

    title: str
    name: str
    options: dict[str, Any]
    agent: str
    opponents: str
    games: int
    seed: int
    deterministic: bool

    def make_game(self) -> Game:
        """A new game; ValueError if there is no such one."""
        return envs.make(self.name, **self.options)

    def players(self, game: Game) -> list[Player]:
        """Who plays, for one seat and all others; ValueError if there is no such agent."""
        return find_players([self.agent, self.opponents], game, self.deterministic)

    def file(self, folder: Path) -> Path:
        """Where the result is kept."""
        options = [f"{name}={value}" for name, value in self.options.items()]
        parts = [self.name, *options, self.agent, "against", self.opponents]
        return folder / ("-".join(parts).replace("/", "_") + ".json")

    def basis(self) -> dict[str, Any]:
        """All that the result follows from, JSON-ready; ValueError if there is no such agent."""
        agents = {player.agent.name: player.sha256 for player in self.players(self.make_game())}
        return {
            **vars(self),
            "agents": agents,
            "rules": _digest_of_rules(self.name),
        }


@functools.cache
def _digest_of_rules(name: str) -> str:
    """SHA-256 of a game, the core and the scripted agents, but not of what compiling leaves."""
    folder = Path(envs.__file__).parent
    digest = hashlib.sha256()
    for part in ("core", "agents", name):
        for file in sorted((folder / part).rglob("*")):
            if file.suffix in (".py", ".toml", ".npy"):
                digest.update(f"\0{file.relative_to(folder)}\0".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


def matches_of(config: DictConfig) -> list[Match]:
    """All matches of a configuration, game by game.

    Raises:
        ValueError: ``games_by_opponent`` names an opponent that no match has.
    """
    opponents = {match.opponents for match in config.matches}
    for game in config.games:
        if unknown := set(game.get("games_by_opponent", {})) - opponents:
            raise ValueError(
                f"games_by_opponent of {game.title}: no match is against "
                f"{', '.join(sorted(unknown))}, expected some of {', '.join(sorted(opponents))}"
            )
    return [
        Match(
            title=game.title,
            name=game.name,
            options={"num_players": config.num_players} | options_of(game.options),
            agent=match.agent,
            opponents=match.opponents,
            games=game.get("games_by_opponent", {}).get(match.opponents, match.games),
            seed=config.seed,
            deterministic=config.deterministic,
        )
        for game in config.games
        for match in config.matches
    ]


def measured(match: Match, folder: Path) -> dict[str, Any] | None:
    """The result that is kept of `match`, None if there is none or it is outdated.

    Raises:
        ValueError: there is no such game, option or agent.
    """
    file, basis = match.file(folder), match.basis()
    if not file.is_file():
        return None
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        return None  # damaged: it is measured anew
    return content if content.get("basis") == basis else None


def measure(match: Match, folder: Path) -> Path:
    """Play `match` and keep the result."""
    torch.set_num_threads(1)
    basis = match.basis()  # as it is before the games: files may change while they are played
    game = match.make_game()
    agent, opponents = match.players(game)
    deals = -(-match.games // game.num_players)
    evaluation, _ = evaluate(game, agent.agent, [opponents.agent], deals, match.seed)
    content = {
        "basis": basis,
        "evaluation": evaluation.to_dict(),
        "versions": versions(),
    }
    file = match.file(folder)
    with replacing(file) as temporary:
        temporary.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    return file


def measure_all(matches: list[Match], folder: Path, processes: int) -> Iterator[Match]:
    """Play all of `matches`, some at a time; yields each as it ends."""
    # forked processes and threads of torch do not go together
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, _leave_interrupts_to_the_parent) as pool:
        yield from pool.imap_unordered(_measure, [(match, folder) for match in matches])


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _measure(task: tuple[Match, Path]) -> Match:
    measure(*task)
    return task[0]


@hydra.main(version_base="1.3", config_path="../configs/evaluation", config_name="results")
@command
def main(config: DictConfig) -> None:
    """Play what is missing and write the page."""
    console = Console(soft_wrap=True, markup=False)
    folder, page = Path(config.folder), Path(config.page)
    folder.mkdir(parents=True, exist_ok=True)
    matches = matches_of(config)
    # search plays last and longest: begun first, it leaves no processor idle at the end
    missing = [match for match in reversed(matches) if measured(match, folder) is None]
    console.print(f"{len(matches)} matches, {len(missing)} of them to play; kept in {folder}")
    started = time.monotonic()
    try:
        for done, match in enumerate(measure_all(missing, folder, config.processes), 1):
            console.print(
                f"{done} of {len(missing)} after {time.monotonic() - started:.0f} s: "
                f"{match.title}, {match.agent} against {match.opponents}"
            )
    except KeyboardInterrupt:
        console.print("\ninterrupted; the same command goes on with what is missing")
        sys.exit(130)
    results = [measured(match, folder) for match in matches]
    write_page(page, [result for result in results if result is not None])
    console.print(f"written: {page}")


if __name__ == "__main__":
    main()
