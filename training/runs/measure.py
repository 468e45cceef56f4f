"""Evaluations of a run's agent, at the end or while it learns."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.console import Console

from hofspiele.envs.agents import (
    Agent,
    MatchResult,
    SolverAssistedAgent,
    play_match,
    usable_cores,
)
from hofspiele.envs.command_line.values import replay_command
from hofspiele.envs.core import Game, GameRecord, write_records
from hofspiele.envs.core.text.words import counted
from hofspiele.training.cli.files import write_errors, write_json
from hofspiele.training.measuring.evaluation import (
    deals_of,
    line_up_against,
    opponents_table,
    typical_record,
)
from hofspiele.training.networks.architectures import evaluator_of
from hofspiele.training.players.loading import load_agent
from hofspiele.training.players.policy_agent import PolicyAgent
from hofspiele.training.runs.build import RunParts
from hofspiele.training.runs.curve import read_curve, win_shares
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.selfplay.league import fair_share
from hofspiele.training.settings.train import Measurement, Train


def measure(
    settings: Train, folder: RunFolder, opponents: Sequence[Agent], console: Console
) -> list[MatchResult]:
    """Evaluate a run's agent; print, write and return the matches.

    Also writes typical games and the plot of the learning curve. The same settings, agent and
    opponents give the same matches.
    """
    games = settings.game.make_all(settings.num_players)
    from hofspiele.training.measuring.plots import plot_curve

    shares = win_shares(read_curve(folder.curve))
    plot_curve(shares, folder.curve_plot, ", ".join(map(repr, games)), fair_share(games))
    matches, records = [], []
    for game in games:
        deterministic = settings.evaluation.deterministic
        agent = load_agent(folder.agent, game, deterministic=deterministic)
        measured = [
            *_play(game, agent, opponents, settings.evaluation.games, settings.seed, console)
        ]
        console.print(str(opponents_table([match for match, _ in measured])))
        matches += [(game, match) for match, _ in measured]
        records += [record for _, record in measured]
    seed = _seed(settings.seed)
    content = [
        {"options": game.options, "seed": seed, **match.to_dict()} for game, match in matches
    ]
    write_json(folder.evaluation, content)
    with write_errors(folder.games):
        write_records(folder.games, records)
    command = replay_command(folder.games, len(records), games[0].name, to="html")
    console.print(f"watch a typical game: {command}")
    return [match for _, match in matches]


def win_share_now(parts: RunParts, measurement: Measurement, seed: int, name: str) -> float:
    """Evaluate the collecting policy; return its mean win share over games and opponents."""
    quiet, opponents = Console(quiet=True), parts.evaluation_opponents
    network = parts.model.policy.network
    forwards = evaluator_of(parts.games[0], parts.network, network)(network.weights())
    agent: Agent = PolicyAgent(
        name, parts.inputs, forwards, deterministic=measurement.deterministic
    )
    if parts.use_solver:
        agent = SolverAssistedAgent(agent)
    return mean_win_share(
        [
            match
            for game in parts.games
            for match, _ in _play(game, agent, opponents, measurement.games, seed, quiet)
        ]
    )


def mean_win_share(matches: Sequence[MatchResult]) -> float:
    """Return the win share of the evaluated agent, averaged over `matches`."""
    shares = [match.results[0].win_share.mean for match in matches]
    return sum(shares) / len(shares)


def _play(
    game: Game,
    agent: Agent,
    opponents: Sequence[Agent],
    games: int,
    run_seed: int,
    console: Console,
) -> Iterator[tuple[MatchResult, GameRecord]]:
    """Evaluate `agent` against each opponent; yield each match with a typical game."""
    deals = deals_of("evaluation.games", games, game.num_players)
    for opponent in opponents:
        number = counted(deals * game.num_players, "game")
        console.print(f"{game!r}: playing {number} against {opponent.name}")
        line_up = line_up_against([opponent], agent, game)
        match = play_match(
            game,
            line_up,
            deals,
            _seed(run_seed),
            keep_records=True,
            num_threads=usable_cores(),
        )
        yield replace(match, records=[]), typical_record(match)


def _seed(run_seed: int) -> int:
    """Return the seed of a run's evaluation. Training uses smaller ones, so the deals are new."""
    return 2**32 + run_seed
