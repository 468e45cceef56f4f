"""What type checkers and editors are told of `make` and of the constructors of environments.

`python -m tests.stubs` writes ``envs/__init__.pyi`` and ``envs/<game>_v0.pyi`` anew, from the
specifications of the games and the signatures of the constructors: every option with type, default
and meaning.
"""

import importlib
import inspect
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from hofspiele import envs
from hofspiele.envs.api.constructors import constructors
from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import GameName, spec_of
from hofspiele.envs.core.spec import GameSpec, explained, parameters_of
from tests.rules_pages import games

COMMAND = "python -m tests.stubs"
FOLDER = Path(envs.__file__).parent


class Stub:
    """A module as type checkers see it; collects what its annotations need to be imported.

    Args:
        path: of the stub.
        about: its docstring.
    """

    def __init__(self, path: Path, about: str):
        self.path = path
        self._lines = [f'"""{about}"""', f"# written by `{COMMAND}`"]
        self._imports: set[str] = set()
        self._body: list[str] = []

    def take_over(self, module: str, name: str) -> None:
        """Let it have a name of another module."""
        self._imports.add(f"from {module} import {name} as {name}")

    def add(self, line: str) -> None:
        """Let it hold a statement."""
        self._body.append(line)

    def function(
        self, name: str, signature: inspect.Signature, doc: str, overloaded: bool = False
    ) -> None:
        """Let it have a function."""
        if overloaded:
            self._imports.add("from typing import overload")
            self._body.append("@overload")
        parameters = list(signature.parameters.values())
        taken = [f"{p.name}: {self._source(p.annotation)}{_default(p)}" for p in parameters]
        taken.insert([p.kind for p in parameters].index(inspect.Parameter.KEYWORD_ONLY), "*")
        made = self._source(signature.return_annotation)
        self._body.append(f"def {name}({', '.join(taken)}) -> {made}:")
        # of what is said beside the arguments, the first line: `help` tells the rest
        summary, *_, arguments = inspect.cleandoc(doc).partition("\n\nRaises:")[0].split("\n\n")
        lines = [summary, "", *arguments.splitlines()]
        indented = [f"    {line}" if line else "" for line in lines]
        self._body += [f'    """{lines[0]}', *indented[1:], '    """', ""]

    def text(self) -> str:
        """The whole stub, in the order and format of all code."""
        text = "\n".join([*self._lines, "", *sorted(self._imports), "", *self._body])
        ordered = _ruff(["check", "--fix-only", "--select", "I"], self.path, text)
        return _ruff(["format"], self.path, ordered)

    def _source(self, kind: Any) -> str:
        """An annotation as it is written."""
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):
            return " | ".join(map(self._source, arguments))
        if origin is Literal:
            self._imports.add("from typing import Literal")
            return f"Literal[{', '.join(map(repr, arguments))}]"
        if origin is not None:
            return f"{self._source(origin)}[{', '.join(map(self._source, arguments))}]"
        if isinstance(kind, list):  # arguments of a Callable
            return f"[{', '.join(map(self._source, kind))}]"
        if kind is NoneType:
            return "None"
        if kind.__module__ != "builtins":
            self._imports.add(f"from {kind.__module__} import {kind.__name__}")
        return kind.__name__


def _default(parameter: inspect.Parameter) -> str:
    if parameter.default is inspect.Parameter.empty:
        return ""
    return " = ..." if parameter.default is ... else f" = {parameter.default!r}"


def _ruff(arguments: Sequence[str], path: Path, text: str) -> str:
    command = [sys.executable, "-m", "ruff", *arguments, "--stdin-filename", str(path), "-"]
    return subprocess.run(
        command, input=text, cwd=FOLDER.parent, capture_output=True, text=True, check=True
    ).stdout


def stubs() -> Iterable[Stub]:
    """All that are written."""
    specs = [spec_of(game.name) for game in games()]
    yield _package(specs)
    for spec in specs:
        yield _environments(spec)


def _package(specs: Sequence[GameSpec]) -> Stub:
    """`envs`: its `make` takes the options of the game that is named.

    Where the name is known to no type checker, it takes the options that all games have.
    """
    stub = Stub(FOLDER / "__init__.pyi", inspect.getdoc(envs) or "")
    stub.take_over("hofspiele.envs.api.registration", "register")
    stub.take_over("hofspiele.envs.core.registry", "game_names")
    stub.add("__version__: str")
    stub.add(f"__all__ = {envs.__all__}")
    for spec in specs:
        _add_make(stub, Literal[spec.name], parameters_of(spec.options), _doc(spec), spec.load())
    names = set.intersection(*(set(spec.option_names) for spec in specs))
    shared = [
        parameter.replace(default=...)
        for parameter in parameters_of(specs[0].options)
        if parameter.name in names
    ]
    _add_make(stub, GameName, shared, inspect.getdoc(envs.make) or "", Game)
    return stub


def _add_make(
    stub: Stub, name: Any, options: Sequence[inspect.Parameter], doc: str, made: Any
) -> None:
    first = inspect.Parameter("name", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=name)
    signature = inspect.Signature([first, *options], return_annotation=made)
    stub.function("make", signature, doc, overloaded=True)


def _doc(spec: GameSpec) -> str:
    title = f"{spec.title} with its options."
    return "\n".join([title, "", "Args:", "    name: of the game.", *explained(spec.options)])


def _environments(spec: GameSpec) -> Stub:
    """The module of a game's environments."""
    module = f"{spec.name}_v{spec.version}"
    about = inspect.getdoc(importlib.import_module(f"hofspiele.envs.{module}")) or ""
    stub = Stub(FOLDER / f"{module}.pyi", about.splitlines()[0])
    made = {name: made for name, made in constructors(spec)._asdict().items() if made is not None}
    stub.add(f"__all__ = {sorted(made)}")
    for name, constructor in made.items():
        stub.function(name, inspect.signature(constructor), inspect.getdoc(constructor) or "")
    return stub


def main() -> None:
    """Write all stubs anew."""
    for stub in stubs():
        stub.path.write_text(stub.text(), encoding="utf-8")
        print(stub.path)


if __name__ == "__main__":
    main()
