"""Files that an evaluation writes on request: a report, a plot, and the records of all games."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from hofspiele.envs.agents import MatchResult
from hofspiele.envs.core import Game, write_records
from hofspiele.training.cli.files import check_writable, write_errors, write_file
from hofspiele.training.cli.versions import versions
from hofspiele.training.measuring.evaluation import Evaluation
from hofspiele.training.measuring.plots import plot_evaluation
from hofspiele.training.players.lookup import Player
from hofspiele.training.settings.measuring import Evaluate


@dataclass(frozen=True)
class Files:
    """The paths of the files, None for those that are not requested."""

    json: Path | None
    plot: Path | None
    records: Path | None

    @classmethod
    def of(cls, settings: Evaluate) -> "Files":
        """Return the requested files; raise ValueError if one cannot be written."""
        names = "json", "plot", "records"
        files = cls(**{name: _file(name, getattr(settings, name)) for name in names})
        given = list(files.written().values())
        if len({file.absolute() for file in given}) < len(given):
            raise ValueError(
                f"json, plot and records are {', '.join(map(str, given))}, expected different files"
            )
        return files

    def written(self) -> dict[str, Path]:
        """Return the requested files by kind."""
        return {kind: file for kind, file in vars(self).items() if file is not None}


def _file(name: str, value: str | None) -> Path | None:
    file = None if value is None else Path(value)
    if file is not None:
        check_writable(name, file)
    return file


def write_files(
    files: Files,
    settings: Evaluate,
    game: Game,
    players: list[Player],
    evaluation: Evaluation,
    match: MatchResult,
) -> None:
    """Write the requested files."""
    if files.records is not None:
        with write_errors(files.records):
            write_records(files.records, match.records)
    if files.json is not None:
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
        write_file(files.json, json.dumps(content, indent=2) + "\n")
    if files.plot is not None:
        plot_evaluation(evaluation, files.plot, repr(game))
