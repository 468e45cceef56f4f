"""Explanations of values, taken from the comments beside them in configuration files."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from omegaconf import DictConfig, OmegaConf

_LINE = re.compile(r"(?P<indent> *)(?P<key>[\w.-]+):.*?(?:\s# (?P<comment>.*))?")
_GOES_ON = re.compile(r"(?P<indent> +)# (?P<comment>.*)")


def comments_of(configs: Path, name: str, groups: Iterable[str]) -> dict[str, str]:
    """Return the comments of a configuration and its includes, by dotted names of values."""
    found: dict[str, str] = {}
    for group in groups:
        for file in sorted((configs / group).glob("*.yaml")):
            found |= {f"{group}.{key}": text for key, text in _comments_in(file)}
    for included in _with_included(configs, name):
        found |= dict(_comments_in(configs / f"{included}.yaml"))
    return found


def _with_included(configs: Path, name: str) -> Iterator[str]:
    """Yield the files that the defaults of a file include, then the file itself."""
    config = OmegaConf.load(configs / f"{name}.yaml")
    assert isinstance(config, DictConfig)
    for entry in config.get("defaults", []):
        if isinstance(entry, str) and entry != "_self_":
            yield from _with_included(configs, entry)
    yield name


def _comments_in(file: Path) -> Iterator[tuple[str, str]]:
    """Yield dotted names and comments; lines below a comment in its column continue it."""
    path: list[tuple[int, str]] = []
    name, text, column = "", "", 0
    for line in file.read_text(encoding="utf-8").splitlines():
        goes_on = _GOES_ON.fullmatch(line)
        if text and goes_on and len(goes_on["indent"]) == column:
            text += f" {goes_on['comment'].strip()}"
            continue
        if text:
            yield name, text
        found = _LINE.fullmatch(line)
        text = ""
        if found:
            path = [(indent, key) for indent, key in path if indent < len(found["indent"])]
            path.append((len(found["indent"]), found["key"]))
            name = ".".join(key for _, key in path)
            text, column = (found["comment"] or "").strip(), found.start("comment") - 2
    if text:
        yield name, text
