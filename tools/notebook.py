"""Run the notebook ``examples/first_steps.ipynb`` and store its outputs.

``python -m tools.notebook`` does not need Jupyter: cells are Python code, whose last expression is
displayed.
"""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "examples" / "first_steps.ipynb"
# Methods that return an object in a format, and the format's name in notebooks.
_FORMATS = {"_repr_html_": "text/html", "_repr_svg_": "image/svg+xml"}


def read() -> dict[str, Any]:
    """Return the notebook."""
    content: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


def run(notebook: dict[str, Any]) -> None:
    """Run all cells from top to bottom and replace their outputs."""
    names: dict[str, Any] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, start=1):
        cell["execution_count"] = number
        cell["outputs"] = _outputs("".join(cell["source"]), names, number)


def _outputs(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """Run a cell with the variables in `names` and return what it prints and displays."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, FILE.name, "exec"), names)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), FILE.name, "eval"), names)
    found: list[dict[str, Any]] = []
    if text := printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": _lines(text)})
    if value is not None:
        shown = {"text/plain": [repr(value)]}
        for method, name in _FORMATS.items():
            if hasattr(value, method):
                shown[name] = _lines(getattr(value, method)())
        found.append(
            {
                "data": shown,
                "execution_count": number,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return found


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    """Run the notebook, write its file, and print the file's path."""
    notebook = read()
    run(notebook)
    text = json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
    FILE.write_text(text, encoding="utf-8")
    print(FILE)


if __name__ == "__main__":
    main()
