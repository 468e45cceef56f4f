"""Evaluations of a run's agent, at the end or while it learns."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from rich.console import Console

from hofspiele.envs.agents import Agent, MatchResult, SolverAssistedAgent, play_match, usable_cores
from hofspiele.envs.command_line.values import replay_command
from hofspiele.envs.core import Game, GameRecord, write_records
from hofspiele.envs.core.text.words import counted
from hofspiele.envs.reports.estimates import exact
from hofspiele.training.files.read_write import write_errors, write_json
from hofspiele.training.measuring.evaluation import (
    deals_of,
    line_up_against,
    opponents_table,
    typical_record,
)
from hofspiele.training.networks.architectures import evaluator_of
from hofspiele.training.players.loading import load_agent
from hofspiele.training.players.policy_agent import PolicyAgent
from hofspiele.training.runs.curve import read_curve, win_shares
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.learner import Learner
from hofspiele.training.selfplay.league import fair_share
from hofspiele.training.settings.train import Train


def measure(
    settings: Train, folder: RunFolder, opponents: Sequence[Agent], console: Console
) -> list[MatchResult]:
    """Evaluate a run's agent; print, write and return the matches.

    Also writes typical games and the plot of the learning curve.
    """
    games = settings.game.make_all(settings.num_players)
    from hofspiele.training.measuring.plots import plot_curves

    curves = {
        opponent: [(steps, exact(share)) for steps, share in points]
        for opponent, points in win_shares(read_curve(folder.curve)).items()
    }
    title = ", ".join(map(repr, games))
    plot_curves({"win share against": curves}, folder.curve_plot, title, fair_share(games))
    matches: list[MatchResult] = []
    records: list[GameRecord] = []
    content = []
    for game in games:
        deterministic = settings.evaluation.deterministic
        agent = load_agent(folder.agent, game, deterministic=deterministic)
        played, typical = zip(*_play(settings, game, agent, opponents, console), strict=True)
        console.print(str(opponents_table(played)))
        matches += played
        records += typical
        common = {"options": game.options, "seed": _seed(settings)}
        content += [common | match.to_dict() for match in played]
    write_json(folder.evaluation, content)
    with write_errors(folder.games):
        write_records(folder.games, records)
    command = replay_command(folder.games, len(records), games[0].name, to="html")
    console.print(f"watch a typical game: {command}")
    return matches


def win_share_now(learner: Learner, name: str) -> float:
    """Evaluate the collecting policy; return its mean win share over games and opponents."""
    settings, network = learner.settings, learner.model.policy.network
    forwards = evaluator_of(learner.games[0], settings.network, network)(network.weights())
    deterministic = settings.evaluation.deterministic
    agent: Agent = PolicyAgent(name, learner.inputs, forwards, deterministic=deterministic)
    if learner.use_solver:
        agent = SolverAssistedAgent(agent)
    opponents, quiet = learner.evaluation_opponents, Console(quiet=True)
    played = (_play(settings, game, agent, opponents, quiet) for game in learner.games)
    return mean_win_share([match for match, _ in chain.from_iterable(played)])


def mean_win_share(matches: Sequence[MatchResult]) -> float:
    """Return the win share of the evaluated agent, averaged over `matches`."""
    shares = [match.results[0].win_share.mean for match in matches]
    return sum(shares) / len(shares)


def _play(
    settings: Train, game: Game, agent: Agent, opponents: Sequence[Agent], console: Console
) -> Iterator[tuple[MatchResult, GameRecord]]:
    """Evaluate `agent` against each opponent; yield each match with a typical game."""
    deals = deals_of("evaluation.games", settings.evaluation.games, game.num_players)
    for opponent in opponents:
        number = counted(deals * game.num_players, "game")
        console.print(f"{game!r}: playing {number} against {opponent.name}")
        match = play_match(
            game,
            line_up_against([opponent], agent, game),
            deals,
            _seed(settings),
            keep_records=True,
            num_threads=usable_cores(),
        )
        yield replace(match, records=[]), typical_record(match)


def _seed(settings: Train) -> int:
    """Return the seed of a run's evaluation. Training uses smaller ones, so the deals are new."""
    return 2**32 + settings.seed
