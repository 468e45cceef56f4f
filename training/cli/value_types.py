"""The types that values of a configuration may have: those of their defaults, and a few more.

Values and defaults are plain: numbers, texts, None, lists and dicts.
"""

from typing import Any

from hofspiele.training.cli.games import OPTIONS

_WORDS = {
    int: "an integer",
    float: "a number",
    bool: "true or false",
    str: "text",
    list: "a list as [a,b]",
    dict: "a mapping as {name:value}",
    type(None): "null",
}
_Kinds = set[type]
_NULL = type(None)
# Types that a value may have beside that of its default. Null is allowed if it is the default.
_MORE: dict[str, _Kinds] = {
    "agents": {list, str},
    "algorithm.ent_coef": {dict, float},
    "algorithm.learning_rate": {dict, float},
    "evaluation.opponents": {list, str},
    "imitation.agent": {str, _NULL},
    "network.entity_width": {int, _NULL},
    "network.policy": {list, _NULL},
    "network.prior_temperature": {float, _NULL},
    "num_players": {int, list},
    "opponents": {list, str},
}


def check_type(name: str, value: Any, default: Any) -> None:
    """Raise ValueError unless `value` has a type that `name` may have."""
    kinds = _kinds_of(default) | _MORE.get(name, {str} if default is None else set())
    if name.startswith(OPTIONS):  # several, where several tables are trained side by side
        kinds.add(list)
    if not _is_one(value, kinds):
        raise ValueError(
            f"{name} is {text_of(value)}, expected {_words(kinds)}" + _advice(name, value, kinds)
        )
    of_entries = _kinds_of(default[0]) if isinstance(default, list) and default else set()
    of_entries |= kinds - {list, dict, _NULL}
    if isinstance(value, list) and of_entries:
        for entry in value:
            if not _is_one(entry, of_entries):
                raise ValueError(
                    f"{name} is {text_of(value)}, expected a list of which each is "
                    + _words(of_entries)
                )


def text_of(value: Any) -> str:
    """Return a value as the command line takes it."""
    if isinstance(value, list):
        return f"[{','.join(map(text_of, value))}]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{text_of(entry)}" for key, entry in value.items()) + "}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if value == "":
        return "''"
    return f"{value:_}" if isinstance(value, int) and value >= 10_000 else str(value)


def _kinds_of(default: Any) -> _Kinds:
    """Return the types that a default stands for; a missing one allows all but mappings."""
    return {str} if _is_elsewhere(default) else {type(default)}


def _is_one(value: Any, kinds: _Kinds) -> bool:
    return _is_elsewhere(value) or type(value) in kinds or (type(value) is int and float in kinds)


def _is_elsewhere(value: Any) -> bool:
    return isinstance(value, str) and "${" in value


def _words(kinds: _Kinds) -> str:
    return " or ".join(word for kind, word in _WORDS.items() if kind in kinds)


def _advice(name: str, value: Any, kinds: _Kinds) -> str:
    if str in kinds and type(value) in (int, float, bool):
        return f"; in quotes it is one: \"{name}='{text_of(value)}'\""
    return ""
