"""Tournaments: all line-ups play the same deals, in rounds until the order is settled."""

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor

import numpy as np

from hofspiele.envs.agents import MatchResult
from hofspiele.envs.core import GameRecord
from hofspiele.envs.core.rng import as_seed, derived_seed
from hofspiele.training.cli.progress import Display
from hofspiele.training.cli.resumable_folder import results_folder
from hofspiele.training.measuring.evaluation import deals_of
from hofspiele.training.measuring.ladder import Ladder
from hofspiele.training.measuring.matches import WantedMatch, play_matches
from hofspiele.training.measuring.tournament_folder import TournamentFolder
from hofspiele.training.players.fingerprint import identity_of
from hofspiele.training.players.lookup import AgentFinder, Player
from hofspiele.training.settings.measuring import Tournament as TournamentSettings


def all_line_ups(num_agents: int, num_players: int) -> list[tuple[int, ...]]:
    """Return all line-ups of at least two different agents, as tuples of indices.

    No agent holds two seats, unless there are more seats than agents.
    """
    if num_agents >= num_players:
        return list(itertools.combinations(range(num_agents), num_players))
    line_ups = itertools.combinations_with_replacement(range(num_agents), num_players)
    return [line_up for line_up in line_ups if len(set(line_up)) > 1]


class Tournament:
    """The rounds of a tournament, and the ladder of all its games.

    Args:
        finder: the `AgentFinder` that found the players.
        players: at least two players with different names.
        settings: the settings of the command.

    Raises:
        ValueError: a value is wrong, or the folder contains a different tournament.
    """

    def __init__(
        self, finder: AgentFinder, players: Sequence[Player], settings: TournamentSettings
    ):
        self.game = game = finder.game
        self.agents = [player.agent for player in players]
        names = [agent.name for agent in self.agents]
        if len(set(names)) < max(2, len(names)):
            raise ValueError(
                f"agents are {', '.join(names)}, expected two or more, all with different names"
            )
        self.settings = settings
        self.most_deals = deals_of("games", settings.games, game.num_players)
        self.line_ups = all_line_ups(len(names), game.num_players)
        self.folder = TournamentFolder(
            results_folder(settings.results, f"tournament-{game.name}-{game.num_players}p"),
            {
                "game": identity_of(game),
                "agents": {player.agent.name: player.sha256 for player in players},
                "seed": int(as_seed(settings.seed)),
                "deals_per_round": settings.deals_per_round,
                "deterministic": settings.deterministic,
                "records": settings.records,
            },
            [[names[agent] for agent in line_up] for line_up in self.line_ups],
        )
        self.ladder = Ladder(names, self.line_ups)
        for ranks in self.folder.read():
            self.ladder.add_round(ranks)

    def play(self, display: Display, where: Executor | int = 1) -> bool:
        """Play until the order is settled or no deals are left; return whether it is settled.

        A round may start before the previous one ends; if it is not needed, its results are
        discarded. See `play_matches` for `where`.
        """
        matches = play_matches(where, self.game, self._wanted())
        with display, contextlib.closing(matches):
            while not (settled := self.ladder.settled(self.settings.confidence)):
                played = list(itertools.islice(matches, len(self.line_ups)))
                if not played:
                    break
                self._add_round(played)
                names = [self.ladder.agents[agent] for agent in self.ladder.order()]
                display.show(self.ladder.deals, " > ".join(names))
        return settled

    def _wanted(self) -> Iterator[WantedMatch]:
        """Yield the matches of all missing rounds; all line-ups of a round play the same deals."""
        deals = self.settings.deals_per_round
        for number in range(self.ladder.rounds, -(-self.most_deals // deals)):
            seed = int(derived_seed(self.settings.seed, number))
            for line_up in self.line_ups:
                agents = [self.agents[number] for number in line_up]
                yield WantedMatch(agents, deals, seed, self.settings.records)

    def _add_round(self, matches: Sequence[MatchResult]) -> None:
        ranks = np.stack([match.ranks for match in matches], 1)
        scores = np.stack([match.scores for match in matches], 1)
        self.folder.append(self.ladder.rounds, ranks, scores, _by_deal(matches))
        self.ladder.add_round(ranks)


def _by_deal(matches: Sequence[MatchResult]) -> list[GameRecord]:
    """Return the records of matches on the same deals, ordered by deal, match and rotation."""
    size = len(matches[0].agents)
    return [
        record
        for first in range(0, len(matches[0].records), size)
        for match in matches
        for record in match.records[first : first + size]
    ]
