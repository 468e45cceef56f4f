"""The messages that browsers may send on their sockets."""

import json
from typing import Any

from hofspiele.envs.core.checks import shown
from hofspiele.play.forms import Form, fits, is_count, or_null, text
from hofspiele.play.table_request import LONGEST_NAME

Message = dict[str, Any]


class BadMessageError(ValueError):
    """A message that our pages never send."""


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


_text, _view = text(200), or_null(is_count)
# The part of a message that says how a position is drawn.
_LOOK: dict[str, Form] = {"view": _view, "dark": _is_flag, "narrow": _is_flag}
# Each type of message has one or more forms.
_FORMS: dict[str, list[dict[str, Form]]] = {
    "hello": [{"token": _text}, {"table": is_count}],
    "act": [{"decision": is_count, "action": is_count}],
    "frame": [{"decision": is_count, **_LOOK}],
    "follow": [_LOOK],
    "log": [{"view": _view, "after": is_count}],
    "why": [{"target": _text}],
    "advice": [{"agent": text(1000)}],
    "infer": [{}],
    "review": [{}],
    "stop review": [{}],
    "ping": [{}],
    "name": [{"name": text(LONGEST_NAME)}],
    "take back": [{}],
    "rematch": [{}],
    "curves": [{}],
}


def read_message(received: str | None) -> Message:
    """Return the message in `received`; raise BadMessageError if it has no allowed form."""
    if received is None:
        raise BadMessageError("message is binary, expected text")
    try:
        message = json.loads(received)
    except (ValueError, RecursionError) as error:
        raise BadMessageError("message is not JSON, expected a JSON object") from error
    kind = message.get("type") if isinstance(message, dict) else None
    if not isinstance(kind, str) or kind not in _FORMS:
        raise BadMessageError(f"type is {shown(kind)}, expected one of: {', '.join(_FORMS)}")
    fields = {name: value for name, value in message.items() if name != "type"}
    if not any(fits(fields, form) for form in _FORMS[kind]):
        expected = " or ".join(str(sorted(form)) for form in _FORMS[kind])
        raise BadMessageError(f"{kind} has the fields {shown(fields)}, expected {expected}")
    return message
