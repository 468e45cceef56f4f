"""The forms of everything that comes from outside: messages, requests and stored rows.

Browsers send messages on their sockets, and post requests. The file of tables may be corrupt or
come from another machine. The readers of all three call `check` with the form of each field.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hofspiele.envs.core.checks import is_integer, is_number, is_text, shown

# Maximum number of characters in the name of a person.
_LONGEST_NAME = 40
_LARGEST_COUNT = 2**53  # Larger numbers are not exact in JavaScript.

Message = dict[str, Any]


class RefusedError(ValueError):
    """A request that is malformed, not allowed, or not allowed now; nothing has changed."""


class NotFoundError(RefusedError):
    """A request that names a table, a game or a picture that does not exist."""


class Form(NamedTuple):
    """A form of JSON values: what is `expected`, in words, and whether a value `fits`."""

    expected: str
    fits: Callable[[Any], bool]


def text(longest: int) -> Form:
    """Return the form of strings of at most `longest` characters."""
    return Form(f"a string of at most {longest} characters", lambda value: is_text(value, longest))


def or_null(form: Form) -> Form:
    """Return the form of values that have `form` or are null."""
    return Form(f"null or {form.expected}", lambda value: value is None or form.fits(value))


def list_of(form: Form) -> Form:
    """Return the form of lists whose entries all have `form`."""
    return Form(
        f"a list with each entry {form.expected}",
        lambda value: isinstance(value, list) and all(map(form.fits, value)),
    )


def _is_player(value: Any) -> bool:
    is_pair = isinstance(value, list) and len(value) == 2
    return is_pair and _STORED.fits(value[0]) and or_null(_STORED).fits(value[1])


def _is_seed(value: Any) -> bool:
    if isinstance(value, str) and re.fullmatch(r"\d{1,20}", value, re.ASCII):
        value = int(value)
    return is_integer(value) and 0 <= value < 2**64


COUNT = Form("an integer from 0", lambda value: is_integer(value) and 0 <= value < _LARGEST_COUNT)
_NUMBER = Form("a number", is_number)
_FLAG = Form("true or false", lambda value: isinstance(value, bool))
_OBJECT = Form("a JSON object", lambda value: isinstance(value, dict))
# Strings are allowed because JavaScript would round large numbers.
_SEED = Form("an integer from 0 to 2**64 - 1", _is_seed)
_TEXT, _NAME, _AGENT, _STORED = text(200), text(_LONGEST_NAME), text(1000), text(1500)
_PLAYER = Form("a pair of a name and an agent or null", _is_player)
_VIEW = or_null(COUNT)

# The part of a message that says how a position is drawn.
_LOOK = {"view": _VIEW, "dark": _FLAG, "narrow": _FLAG}
# The fields of each type of message.
_MESSAGES: dict[str, dict[str, Form]] = {
    "hello": {"token": or_null(_TEXT), "table": or_null(COUNT)},
    "act": {"decision": COUNT, "action": COUNT},
    "frame": {"decision": COUNT, **_LOOK},
    "follow": _LOOK,
    "log": {"view": _VIEW, "after": COUNT},
    "why": {"target": _TEXT},
    "advice": {"agent": _AGENT},
    "infer": {},
    "review": {},
    "stop review": {},
    "ping": {},
    "name": {"name": _NAME},
    "take back": {},
    "resign": {},
    "rematch": {},
    "curves": {},
}
_SEATS = {"seats": list_of(_AGENT), "names": or_null(list_of(or_null(_NAME)))}
# The fields of a request for a new table, and for one that continues a finished game.
NEW_TABLE = {"game": _TEXT, "options": or_null(_OBJECT), "seed": or_null(_SEED), **_SEATS}
CONTINUED_TABLE = {"from": COUNT, "decision": COUNT, **_SEATS}
# The fields of a stored table, of its ending, and of a stored decision.
STORED_TABLE = {
    "game": _STORED,
    "options": _OBJECT,
    "seed": _SEED,
    "players": list_of(_PLAYER),
    "start": or_null(_OBJECT),
    "ending": or_null(_OBJECT),
    "moved": COUNT,
}
STORED_ENDING = {"ended": COUNT, "points": list_of(_NUMBER), "ranks": list_of(COUNT)}
STORED_DECISION = {"seat": COUNT, "action": _STORED, "note": or_null(text(4096))}


def read_json(what: str, written: str | bytes) -> dict[str, Any]:
    """Return the JSON object `written`; raise RefusedError naming it as `what` if it is invalid."""
    try:
        found = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise RefusedError(f"{what} is not JSON, expected a JSON object") from error
    if not isinstance(found, dict):
        raise RefusedError(f"{what} is {shown(found)}, expected a JSON object")
    return found


def check(what: str, found: Mapping[str, Any], forms: Mapping[str, Form]) -> dict[str, Any]:
    """Return all fields in `forms` with their values, which are None for missing fields.

    Raise RefusedError naming a field that is unknown or does not have its form.
    """
    for name in found:
        if name not in forms:
            known = ", ".join(sorted(forms)) or "no fields"
            raise RefusedError(f"{what} has the unknown field {shown(name)}; expected {known}")
    for name, form in forms.items():
        if not form.fits(found.get(name)):
            raise RefusedError(f"{name} is {shown(found.get(name))}, expected {form.expected}")
    return {name: found.get(name) for name in forms}


def read_message(received: str | None) -> Message:
    """Return the message in `received`; raise RefusedError if it has no allowed form."""
    if received is None:
        raise RefusedError("message is binary, expected text")
    message = read_json("message", received)
    kind = message.pop("type", None)
    if not isinstance(kind, str) or kind not in _MESSAGES:
        raise RefusedError(f"type is {shown(kind)}, expected one of: {', '.join(_MESSAGES)}")
    return {"type": kind, **check(kind, message, _MESSAGES[kind])}
