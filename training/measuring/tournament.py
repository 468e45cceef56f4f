"""Tournaments: line-ups of agents play common deals in rounds until their order is settled."""

import itertools
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import numpy as np
from omegaconf import DictConfig

from hofspiele.envs.agents import MatchResult, play_match
from hofspiele.envs.core import Game, GameRecord
from hofspiele.envs.core.rng import as_seed, derived_seed
from hofspiele.training.cli.progress import Display
from hofspiele.training.measuring.ladder import Ladder
from hofspiele.training.measuring.tournament_folder import TournamentFolder
from hofspiele.training.players.contents import fingerprint
from hofspiele.training.players.lookup import Player


def all_line_ups(num_agents: int, num_players: int) -> list[tuple[int, ...]]:
    """All line-ups (indices of agents) in which different agents meet.

    Nobody holds two seats, unless there are more seats than agents.
    """
    if num_agents >= num_players:
        return list(itertools.combinations(range(num_agents), num_players))
    line_ups = itertools.combinations_with_replacement(range(num_agents), num_players)
    return [line_up for line_up in line_ups if len(set(line_up)) > 1]


class Tournament:
    """Rounds of play, and the ladder that follows from them and from earlier ones in the folder.

    Args:
        game: what is played.
        players: at least two, of different names.
        config: as in ``configs/measuring/tournament.yaml``.

    Raises:
        ValueError: a value is wrong, or the folder holds another tournament.
    """

    def __init__(self, game: Game, players: Sequence[Player], config: DictConfig):
        self.game = game
        self.agents = [player.agent for player in players]
        names = [agent.name for agent in self.agents]
        _check(names, config)
        self.config = config
        self.line_ups = all_line_ups(len(names), game.num_players)
        self.folder = TournamentFolder(
            _folder(game, config),
            {
                "game": {
                    "name": game.name,
                    "options": game.options,
                    "fingerprint": fingerprint(game),
                },
                "agents": {player.agent.name: player.sha256 for player in players},
                "seed": int(as_seed(config.seed)),
                "deals_per_round": config.deals_per_round,
                "deterministic": config.deterministic,
                "records": bool(config.records),
            },
            [[names[agent] for agent in line_up] for line_up in self.line_ups],
            config.deals_per_round,
        )
        self.ladder = Ladder(names, self.line_ups)
        for ranks in self.folder.read():
            self.ladder.add_round(ranks)

    def play(self, display: Display) -> bool:
        """Play rounds until the order is settled or the deals are spent; whether it is settled."""
        display.start(self.ladder.deals)
        before, started = self.ladder.deals, time.monotonic()
        try:
            while not (settled := self.ladder.settled(self.config.confidence)):
                if self.ladder.deals >= self.config.max_deals:
                    break
                self._play_round()
                rate = (self.ladder.deals - before) / (time.monotonic() - started)
                names = [self.agents[agent].name for agent in self.ladder.order()]
                display.show(self.ladder.deals, rate, " > ".join(names))
        finally:
            display.stop()
        return settled

    def _play_round(self) -> None:
        """All line-ups play the same deals, which follow from the seed and the round's number."""
        number = self.ladder.rounds
        seed = int(derived_seed(self.config.seed, number))
        matches = [
            play_match(
                self.game,
                [self.agents[agent] for agent in line_up],
                self.config.deals_per_round,
                seed,
                bool(self.config.records),
            )
            for line_up in self.line_ups
        ]
        ranks = np.stack([match.ranks for match in matches], 1)
        scores = np.stack([match.scores for match in matches], 1)
        self.folder.append(number, ranks, scores, _by_deal(matches))
        self.ladder.add_round(ranks)


def _by_deal(matches: Sequence[MatchResult]) -> list[GameRecord]:
    """The records of matches on the same deals: by deal, then match, then rotation."""
    size = len(matches[0].agents)
    return [
        record
        for first in range(0, len(matches[0].records), size)
        for match in matches
        for record in match.records[first : first + size]
    ]


def _check(names: Sequence[str], config: DictConfig) -> None:
    if len(set(names)) < max(2, len(names)):
        raise ValueError(f"agents are {', '.join(names)}, expected at least two different ones")
    if not 0 < config.confidence < 1:
        raise ValueError(f"confidence is {config.confidence}, expected between 0 and 1")
    for key in ("deals_per_round", "max_deals"):
        if config[key] < 2:
            raise ValueError(
                f"{key} is {config[key]}, expected at least 2, as intervals come from the "
                "spread between deals"
            )


def _folder(game: Game, config: DictConfig) -> Path:
    if config.results is not None:
        return Path(str(config.results))
    started = datetime.now().strftime("%Y%m%d-%H%M%S")
    return Path("results") / f"tournament-{game.name}-{game.num_players}p-{started}"
