"""Tournaments: all line-ups play the same deals, in rounds until the order is settled."""

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor

import numpy as np

from hofspiele.envs.agents import MatchResult
from hofspiele.envs.command_line.parse import with_values
from hofspiele.envs.core import GameRecord
from hofspiele.envs.core.rng import as_seed, derived_seed
from hofspiele.training.files.read_write import write_file
from hofspiele.training.files.resumable_folder import results_folder
from hofspiele.training.files.versions import identity_of
from hofspiele.training.measuring.evaluation import deals_of
from hofspiele.training.measuring.ladder import Ladder
from hofspiele.training.measuring.matches import Progress, WantedMatch, executor_of, play_matches
from hofspiele.training.measuring.tournament_folder import TournamentFolder
from hofspiele.training.players.lookup import finder_for
from hofspiele.training.settings.measuring import Tournament


def tournament(
    settings: Tournament, executor: Executor | None = None, report: Progress | None = None
) -> "PlayedTournament":
    """Play a tournament, or resume it, like ``hofspiele tournament``.

    Args:
        settings: the settings; see ``hofspiele tournament --help``.
        executor: plays parts of matches, as in `evaluate`.
        report: a function that is called after each round with the number of deals played, their
            maximum number, and the order of the agents.

    Raises:
        ValueError: a value is wrong, or the folder contains a different tournament.
        RunError: a file cannot be written.
    """
    played = PlayedTournament(with_values(settings, {}))
    played.play(executor, report)
    return played


def all_line_ups(num_agents: int, num_players: int) -> list[tuple[int, ...]]:
    """Return all line-ups of at least two different agents, as tuples of indices.

    No agent holds two seats, unless there are more seats than agents.
    """
    if num_agents >= num_players:
        return list(itertools.combinations(range(num_agents), num_players))
    line_ups = itertools.combinations_with_replacement(range(num_agents), num_players)
    return [line_up for line_up in line_ups if len(set(line_up)) > 1]


class PlayedTournament:
    """The rounds of a tournament that have been played, and the ladder of all its games.

    Raises the ValueErrors of `tournament`.

    Attributes:
        ladder: the ratings, win shares and comparisons of the agents so far.
        line_ups: the agents of each line-up, as indices.
        folder: the folder with all results.
    """

    def __init__(self, settings: Tournament):
        self.settings = settings
        finder = finder_for(settings.agents, settings)
        players = finder.find(settings.agents)
        self.game = game = finder.game
        self._agents = [player.agent for player in players]
        names = [agent.name for agent in self._agents]
        if len(set(names)) < max(2, len(names)):
            raise ValueError(
                f"agents are {', '.join(names)}, expected two or more, all with different names"
            )
        self._most_deals = deals_of("games", settings.games, game.num_players)
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

    @property
    def settled(self) -> bool:
        """Whether the order of the ladder is settled at ``settings.confidence``."""
        return self.ladder.settled(self.settings.confidence)

    @property
    def verdict(self) -> str:
        """A sentence on whether the order is settled."""
        found = "is settled" if self.settled else "is not yet settled"
        return f"the order {found} at {100 * self.settings.confidence:g} % confidence"

    def play(self, executor: Executor | None = None, report: Progress | None = None) -> None:
        """Play until the order is settled or no deals are left; write the page and the plot.

        A round may start before the previous one ends; an unneeded round is discarded.
        """
        ladder, settings = self.ladder, self.settings
        with (
            executor_of(executor, settings.cluster, settings.threads) as where,
            contextlib.closing(play_matches(where, self.game, self._wanted())) as matches,
        ):
            while not self.settled:
                played = list(itertools.islice(matches, len(self.line_ups)))
                if not played:
                    break
                self._add_round(played)
                names = [ladder.agents[agent] for agent in ladder.order()]
                if report is not None:
                    report(ladder.deals, self._most_deals, " > ".join(names))
        table = ladder.table()
        page = f"# {self.game!r}\n\n{table.title}:\n\n{table.markdown()}\n\n{self.verdict}\n"
        write_file(self.folder.page, page)
        from hofspiele.training.measuring.plots import plot_pairwise

        order = ladder.order()
        names = [ladder.agents[agent] for agent in order]
        plot_pairwise(names, ladder.matrix(order), self.folder.plot, repr(self.game))

    def __str__(self) -> str:
        return f"{self.ladder.table()}\n{self.verdict}"

    def _wanted(self) -> Iterator[WantedMatch]:
        """Yield the matches of all missing rounds; all line-ups of a round play the same deals."""
        deals = self.settings.deals_per_round
        for number in range(self.ladder.rounds, -(-self._most_deals // deals)):
            seed = int(derived_seed(self.settings.seed, number))
            for line_up in self.line_ups:
                agents = [self._agents[number] for number in line_up]
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
