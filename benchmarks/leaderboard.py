"""The leaderboard: checks the scorecards in ``benchmarks/scorecards`` and prints their table.

Usage: python -m benchmarks.leaderboard
"""

import sys
from pathlib import Path
from typing import Any

from hofspiele.envs.core.checks import shown
from hofspiele.envs.reports.result_table import markdown_table, percent
from hofspiele.training.files.read_write import in_a_line, read_json
from hofspiele.training.measuring import protocol
from hofspiele.training.measuring.scorecard_results import Match, Result, grouped

FOLDER = Path(__file__).parent / "scorecards"
_OURS, _FILE = "trained", "scorecard.json"


def leaderboard(folder: Path = FOLDER) -> str:
    """Return Markdown with a table for each game: our scorecard, then all others by name.

    Raise ValueError, naming the file, if a scorecard is incomplete or not comparable with ours.
    """
    ours, cards = read_json(folder / _OURS / _FILE), dict[str, dict[str, dict[str, Result]]]()
    others = sorted({file.parent.name for file in folder.glob(f"*/{_FILE}")} - {_OURS})
    for name in (_OURS, *others):
        file = folder / name / _FILE
        try:
            cards[name] = _means(read_json(file), ours)
        except Exception as error:  # Foreign files cause errors of any kind.
            reason = f"{type(error).__name__}: {in_a_line(error)}"
            raise ValueError(f"{file} is not comparable with ours: {reason}") from error
        if not cards[name] or not cards[name].keys() <= cards[_OURS].keys():
            expected = ", ".join(cards[_OURS])
            raise ValueError(f"{file} lacks setups of a game, expected one or more of {expected}")
    opponents = [name for name in protocol.DEALS if name != "random"]
    parts = []
    for setups in cards[_OURS]:
        rows = [
            (name, *(percent(own[one].win_share) if one in own else "–" for one in opponents))
            for name, card in cards.items()
            if (own := card.get(setups))
        ]
        parts.append(f"**{setups} setups**\n\n{markdown_table(('agent', *opponents), rows)}\n")
    return "\n".join(parts)


def _means(card: dict[str, Any], ours: dict[str, Any]) -> dict[str, dict[str, Result]]:
    """Return the means over all setups of a game, by the label of the mean and the opponent.

    Results against opponents whose files differ from those in `ours`, our scorecard, are left out.
    """
    games = {protocol.label_of(game): game for game in protocol.setups(None, None)}
    _check_equal("protocol.version", card["protocol"]["version"], ours["protocol"]["version"])
    matches = []
    for setup, facts in card["setups"].items():
        for name in ("options", "version", "fingerprint", "seed"):
            _check_equal(f"{name} of {setup}", facts[name], ours["setups"][setup][name])
        played = [name for name in protocol.DEALS if name in facts["agent_sha256"]]
        matches += [Match(games[setup], name) for name in played if name != card["agent"]]
    kept = []
    for values, match in zip(card["results"], matches, strict=True):
        result = Result.read(values, match)
        if not 0 <= result.win_share.low <= result.win_share.mean <= result.win_share.high <= 1:
            raise ValueError(f"{match}: {result.win_share}, expected an interval in [0, 1]")
        digests = [one["setups"][match.setup]["agent_sha256"] for one in (card, ours)]
        if digests[0][match.opponent] == digests[1][match.opponent]:
            kept.append(result)
    means = [group for group in grouped(kept) if group and group[0].setup not in games]
    return {group[0].setup: {mean.against: mean for mean in group} for group in means}


def _check_equal(name: str, found: Any, expected: Any) -> None:
    """Raise ValueError unless `found`, the value of `name`, is as `expected`."""
    if found != expected:
        raise ValueError(f"{name} is {shown(found)}, expected {shown(expected)}")


if __name__ == "__main__":
    try:
        print(leaderboard())
    except ValueError as error:
        sys.exit(f"error: {error}")
