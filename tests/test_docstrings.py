"""The docstrings of functions, which begin with an imperative verb."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("benchmarks", "console", "envs", "examples", "play", "training")
# Words that are not verbs: articles, pronouns, prepositions, question words, code and numbers.
# Ruff's rule D401 finds verbs in other forms, such as "Returns".
NO_VERB = re.compile(
    r"""(a|an|the|this|that|these|those|its|it|all|each|every|both|either|neither|some|any|no|none
    |one|another|other|others|most|many|few|what|who|whom|whose|which|where|when|why|how|whether
    |of|as|at|by|for|from|in|into|on|to|with|without|within|if|so|nobody|nothing|everything
    |everybody|anything|somebody|something)\b | [`(\d]""",
    re.VERBOSE | re.IGNORECASE,
)


def docstrings_of_functions() -> Iterator[tuple[str, str]]:
    """Yield the place and the docstring of each documented function that is not a property."""
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    text = ast.get_docstring(node)
                    if text and not _is_property(node):
                        yield f"{file.relative_to(ROOT)}:{node.lineno}", text


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in node.decorator_list)


def test_docstrings_of_functions_begin_with_a_verb():
    found = [
        f"{place}: {text.splitlines()[0]}"
        for place, text in docstrings_of_functions()
        if NO_VERB.match(text)
    ]
    assert not found, "\n".join(found)
