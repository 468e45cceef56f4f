"""The messages that browsers may send on their sockets."""

import json
from collections.abc import Callable
from typing import Any

from hofspiele.envs.core.checks import is_integer, is_text, shown

# A message has at most this many bytes.
LONGEST_MESSAGE = 4096
_LARGEST_NUMBER, _LONGEST_TEXT = 2**31, 200

Message = dict[str, Any]
_Form = dict[str, Callable[[Any], bool]]


class BadMessageError(ValueError):
    """A message that our pages never send."""


def _is_count(value: Any) -> bool:
    return is_integer(value) and 0 <= value < _LARGEST_NUMBER


def _is_text(value: Any) -> bool:
    return is_text(value, _LONGEST_TEXT)


def _is_view(value: Any) -> bool:
    return value is None or _is_count(value)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


# Each type of message has one or more forms: its fields, each with a check of its value.
_FORMS: dict[str, list[_Form]] = {
    "hello": [{"token": _is_text}, {"table": _is_count}],
    "act": [{"decision": _is_count, "action": _is_count}],
    "frame": [{"decision": _is_count, "view": _is_view, "dark": _is_flag}],
    "log": [{"view": _is_view, "after": _is_count}],
    "why": [{"target": _is_text}],
    "advice": [{"agent": _is_text}],
    "infer": [{}],
    "review": [{}],
    "ping": [{}],
}


def read_message(text: str | None) -> Message:
    """Return the message in `text`; raise BadMessageError if it has none of the allowed forms."""
    if text is None or len(text.encode("utf-8", "replace")) > LONGEST_MESSAGE:
        raise BadMessageError(
            f"message is binary or too long, expected text of at most {LONGEST_MESSAGE} bytes"
        )
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMessageError("message is not JSON, expected a JSON object") from error
    kind = message.get("type") if isinstance(message, dict) else None
    if not isinstance(kind, str) or kind not in _FORMS:
        raise BadMessageError(f"type is {shown(kind)}, expected one of: {', '.join(_FORMS)}")
    fields = {name: value for name, value in message.items() if name != "type"}
    for form in _FORMS[kind]:
        if fields.keys() == form.keys() and all(form[name](fields[name]) for name in form):
            return message
    expected = " or ".join(str(sorted(form)) for form in _FORMS[kind])
    raise BadMessageError(f"{kind} holds {shown(fields)}, expected {expected}")
