"""Files that an evaluation writes on request: a report, a plot, and the records of all games."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from hofspiele.envs.agents import MatchResult
from hofspiele.envs.core import Game, write_records
from hofspiele.training.cli.files import check_writable, write_errors, write_file
from hofspiele.training.cli.versions import versions
from hofspiele.training.measuring.evaluation import Evaluation
from hofspiele.training.measuring.plots import plot_evaluation
from hofspiele.training.players.lookup import Player
from hofspiele.training.settings.measuring import Evaluate


def requested_files(settings: Evaluate) -> dict[str, Path]:
    """Return the requested files by kind; raise ValueError if one cannot be written."""
    values = {"json": settings.json, "plot": settings.plot, "records": settings.records}
    files = {kind: Path(value) for kind, value in values.items() if value is not None}
    for kind, file in files.items():
        check_writable(kind, file)
    if len({file.absolute() for file in files.values()}) < len(files):
        given = ", ".join(map(str, files.values()))
        raise ValueError(f"json, plot and records are {given}, expected different files")
    return files


def write_files(
    files: Mapping[str, Path],
    settings: Evaluate,
    game: Game,
    players: list[Player],
    evaluation: Evaluation,
    match: MatchResult,
) -> None:
    """Write the requested files."""
    if "records" in files:
        with write_errors(files["records"]):
            write_records(files["records"], match.records)
    if "json" in files:
        # Games do not depend on where they are played.
        values = asdict(settings)
        del values["cluster"], values["threads"]
        content = {
            "config": values,
            "game": {"name": game.name, "options": game.options},
            "agent_sha256": {player.agent.name: player.sha256 for player in players},
            "evaluation": evaluation.to_dict(),
            "versions": versions(),
        }
        write_file(files["json"], json.dumps(content, indent=2) + "\n")
    if "plot" in files:
        plot_evaluation(evaluation, files["plot"], repr(game))
