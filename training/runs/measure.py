"""How strong the agent of a finished run is, from its file and its configuration alone."""

import json
from collections.abc import Sequence

from omegaconf import DictConfig
from rich.console import Console

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import Game, GameRecord, write_records
from hofspiele.training.cli.files import telling, write_file
from hofspiele.training.cli.quoting import replay_command
from hofspiele.training.measuring.evaluation import (
    Evaluation,
    deals_of,
    evaluate,
    opponents_table,
    typical_record,
)
from hofspiele.training.players.agent_file import load_agent
from hofspiele.training.runs.curve import plot_curve
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.games import make_games
from hofspiele.training.selfplay.league import fair_share


def measure(
    config: DictConfig, folder: RunFolder, opponents: Sequence[Agent], console: Console
) -> list[Evaluation]:
    """Measure a run's agent, print the tables, and write evaluations, games and the curve's plot.

    The same configuration, agent and opponents give the same evaluations and games again.
    """
    games = make_games(config)
    plot_curve(folder.curve, folder.curve_plot, ", ".join(map(repr, games)), fair_share(games))
    evaluations, records = [], []
    for game in games:
        measured = _measure_in(game, config, folder, opponents, console)
        console.print(opponents_table([evaluation for evaluation, _ in measured]))
        evaluations += [(game, evaluation) for evaluation, _ in measured]
        records += [record for _, record in measured]
    content = [
        {"options": game.options, **evaluation.to_dict()} for game, evaluation in evaluations
    ]
    write_file(folder.evaluation, json.dumps(content, indent=2) + "\n")
    with telling(folder.games):
        write_records(folder.games, records)
    console.print(
        f"watch a typical game: {replay_command(folder.games, len(records), games[0].name)}"
    )
    return [evaluation for _, evaluation in evaluations]


def _measure_in(
    game: Game,
    config: DictConfig,
    folder: RunFolder,
    opponents: Sequence[Agent],
    console: Console,
) -> list[tuple[Evaluation, GameRecord]]:
    """What came of it against each opponent, and a typical game."""
    deals = deals_of("evaluation.games", config.evaluation.games, game.num_players)
    agent = load_agent(folder.agent, game, config.evaluation.deterministic)
    # deals of another stream than those of the training
    seed = 2**32 + config.seed
    measured = []
    for opponent in opponents:
        console.print(f"{game!r}: playing {deals * game.num_players} games: {opponent.name}")
        evaluation, match = evaluate(game, agent, [opponent], deals, seed, keep_records=True)
        measured.append((evaluation, typical_record(match)))
    return measured
