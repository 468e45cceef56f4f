"""The questions to worker processes, each with a check of its answers.

Agents run in these processes and could send anything, so every answer is checked before use.
"""

from typing import Any

from hofspiele.envs.core.checks import is_text, shown, whole_number
from hofspiele.play.agent_tasks import Verdict, advise, decide, infer_cards, judge, prepare
from hofspiele.play.workers import Question

_ADVICE = ("unit", "expected_outcome", "win_share", "actions")
_ADVISED = ("number", "name", "probability", "worth", "simulations")
_LONGEST_TEXT = 1000
_LARGEST = 2**53


def _read_action(found: Any) -> int:
    return whole_number("action", found, 0, _LARGEST)


def _read_nothing(found: Any) -> None:
    if found is not None:
        raise ValueError(f"answer is {shown(found)}, expected null")


def _read_verdict(found: Any) -> Verdict:
    if not isinstance(found, list) or len(found) != 3:
        raise ValueError(f"a verdict is {shown(found)}, expected a list of 3")
    best, share, cost = found
    return Verdict(_read_action(best), _read_number(share), _read_number(cost) or 0.0)


def _read_number(found: Any) -> float | None:
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int | float) or abs(found) > _LARGEST:
        raise ValueError(f"a number is {shown(found)}, expected one of at most {_LARGEST}")
    return found


def _read_places(found: Any) -> dict[str, dict[str, float | None]]:
    places = _read_object("places", found)
    return {
        place: {card: _read_number(mean) for card, mean in _read_object(place, cards).items()}
        for place, cards in places.items()
    }


def _read_advice(found: Any) -> dict[str, Any]:
    advice = _read_object("advice", found, _ADVICE)
    if not isinstance(advice["actions"], list):
        raise ValueError(f"actions are {shown(advice['actions'])}, expected a list")
    return {
        "unit": _read_text("unit", advice["unit"]),
        "expected_outcome": _read_number(advice["expected_outcome"]),
        "win_share": _read_number(advice["win_share"]),
        "actions": [_read_advised(action) for action in advice["actions"]],
    }


def _read_advised(found: Any) -> dict[str, Any]:
    action = _read_object("an action", found, _ADVISED)
    numbers = {name: _read_number(action[name]) for name in _ADVISED[2:]}
    name = _read_text("name", action["name"])
    return {"number": _read_action(action["number"]), "name": name, **numbers}


def _read_object(name: str, found: Any, keys: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return an object with exactly these keys, or with any keys if none are given."""
    if not isinstance(found, dict) or (keys and found.keys() != set(keys)):
        raise ValueError(f"{name} is {shown(found)}, expected an object with {keys or 'names'}")
    return {_read_text("a name", key): value for key, value in found.items()}


def _read_text(name: str, found: Any) -> str:
    if not is_text(found, _LONGEST_TEXT):
        raise ValueError(f"{name} is {shown(found)}, expected at most {_LONGEST_TEXT} characters")
    return str(found)


DECIDE = Question(decide, _read_action)
PREPARE = Question(prepare, _read_nothing)
ADVISE = Question(advise, _read_advice)
INFER = Question(infer_cards, _read_places)
JUDGE = Question(judge, _read_verdict)
