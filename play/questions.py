"""The questions to worker processes, each with the form of its answers.

Agents run in these processes and could send anything, so every answer is checked before use.
"""

from typing import Any

from hofspiele.play.agent_tasks import decide, load, prepare
from hofspiele.play.coach_tasks import advise, infer_cards, judge
from hofspiele.play.forms import Form, fits, is_count, is_number, or_null, text
from hofspiele.play.workers import Question

# Seconds within which an agent or a game must be loaded and compiled before its first use.
PREPARE_SECONDS = 300

_text, _number_or_null = text(1000), or_null(is_number)
_ESTIMATE: Form = {"mean": is_number, "low": is_number, "high": is_number}
_ADVICE: Form = {
    "actions": [
        {
            "number": is_count,
            "name": _text,
            "probability": is_number,
            "chance": or_null(_ESTIMATE),
            "lead": or_null(_ESTIMATE),
            "success": _number_or_null,
        }
    ],
    "chances": [_ESTIMATE],
    "games": is_count,
}
_JUDGEMENT: Form = {
    "best": is_count,
    "chances": [_ESTIMATE],
    "cost": _ESTIMATE,
    "success": or_null([is_number]),
    "games": is_count,
}


def _is_nothing(found: Any) -> bool:
    return found is None


def _are_places(found: Any) -> bool:
    """Return whether `found` maps each place to a dict of estimates by card."""
    return isinstance(found, dict) and all(
        fits(place, _text)
        and isinstance(cards, dict)
        and all(fits(card, _text) and fits(mean, _ESTIMATE) for card, mean in cards.items())
        for place, cards in found.items()
    )


DECIDE = Question(decide, is_count)
PREPARE = Question(prepare, _is_nothing)
LOAD = Question(load, _is_nothing)
ADVISE = Question(advise, _ADVICE)
INFER = Question(infer_cards, _are_places)
JUDGE = Question(judge, _JUDGEMENT)
