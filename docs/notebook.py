"""Notebooks as pages."""

import json
from typing import Any


def as_markdown(text: str) -> str:
    """Return the cells and outputs of a notebook as Markdown."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else _fenced("python", source))
        parts += [_shown(output) for output in cell.get("outputs", [])]
    return "\n\n".join(parts) + "\n"


def _shown(output: dict[str, Any]) -> str:
    if "text" in output:
        return _fenced("text", "".join(output["text"]).rstrip())
    for name in ("text/html", "image/svg+xml"):
        if name in output["data"]:
            html = "".join(output["data"][name])
            return _fenced("{raw} html", f'<div class="output">{html}</div>')
    return _fenced("text", "".join(output["data"]["text/plain"]))


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"
