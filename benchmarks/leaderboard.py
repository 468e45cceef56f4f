"""The leaderboard: checks the scorecards in ``benchmarks/scorecards`` and prints their table.

Usage: python -m benchmarks.leaderboard
"""

import sys
from pathlib import Path
from typing import Any

from hofspiele.envs.core.checks import shown
from hofspiele.envs.reports.result_table import markdown_table, percent
from hofspiele.training.files.read_write import read_errors, read_json
from hofspiele.training.measuring import protocol
from hofspiele.training.measuring.scorecard_results import Match, Result, grouped

FOLDER = Path(__file__).parent / "scorecards"
_OURS, _FILE = "trained", "scorecard.json"


def leaderboard(folder: Path = FOLDER) -> str:
    """Return a table in Markdown with the means of each game's setups, our scorecard first.

    Raise ValueError, naming the file, if a scorecard is incomplete or not comparable with ours.
    """
    ours, opponents, rows = read_json(folder / _OURS / _FILE), [*protocol.DEALS][1:], []
    others = sorted({file.parent.name for file in folder.glob(f"*/{_FILE}")} - {_OURS})
    for name in (_OURS, *others):
        with read_errors(folder / name / _FILE):
            results = _results(read_json(folder / name / _FILE), ours)
        for group in grouped(results):
            found = {mean.against: percent(mean.win_share) for mean in group}
            if found and group[0] not in results:
                rows.append((group[0].setup, name, *(found.get(one, "–") for one in opponents)))
    rows.sort(key=lambda row: row[0])
    return markdown_table(("setups", "agent", *opponents), rows) + "\n"


def _results(card: dict[str, Any], ours: dict[str, Any]) -> list[Result]:
    """Return the results of a scorecard, without those against other files than in ours."""
    games = {protocol.label_of(game): game for game in protocol.setups(None, None)}
    matches = []
    for setup, facts in card["setups"].items():
        for name in ("options", "version", "fingerprint", "seed"):
            if facts[name] != (expected := ours["setups"][setup][name]):
                raise ValueError(f"{name} of {setup} is {shown(facts[name])}, expected {expected}")
        played = [name for name in protocol.DEALS if name in facts["agent_sha256"]]
        matches += [Match(games[setup], name) for name in played if name != card["agent"]]
    results = [Result.read(*pair) for pair in zip(card["results"], matches, strict=True)]

    def digest(content: dict[str, Any], result: Result) -> Any:
        return content["setups"][result.setup]["agent_sha256"][result.against]

    return [result for result in results if digest(card, result) == digest(ours, result)]


if __name__ == "__main__":
    try:
        print(leaderboard())
    except ValueError as error:
        sys.exit(f"error: {error}")
