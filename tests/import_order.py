"""The imports of all modules, and which of them break the order of the rooms.

A room is a folder, one or two levels deep: ``training/runs`` with everything in it, or ``training``
for the modules directly in that folder. CONTRIBUTING.md lists the rooms from top to bottom. A
module may import from its own room, without cycles, and from rooms below. Imports in functions
and for type checkers count like all others. ``envs/<game>`` stands for the folder of each game.
"""

import ast
import functools
import re
import sys
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
GAME = "envs/<game>"
# Functions of `envs` may import these packages of the extra "render".
_OPTIONAL = {"PIL", "moviepy", "pygame", "resvg_py"}
# Packages that only one room may import, because it connects to them.
_OF_ROOMS = {"envs/open_spiel": {"pyspiel"}}


def listed_rooms(contributing: str) -> list[str]:
    """Return the first words of the lines of the fenced block ``rooms``, from top to bottom."""
    (block,) = re.findall(r"^```rooms\n(.*?)^```", contributing, re.DOTALL | re.MULTILINE)
    return [line.split()[0] for line in block.splitlines()]


def required_packages(pyproject: str) -> set[str]:
    """Return the packages that are installed without extras."""
    requirements = tomllib.loads(pyproject)["project"]["dependencies"]
    return {re.split(r"[^\w-]", requirement)[0] for requirement in requirements}


class House(NamedTuple):
    """The sources below `root`, the rooms from top to bottom, and the packages of ``envs``."""

    root: Path
    rooms: list[str]
    packages: set[str]

    def problems(self) -> list[str]:
        """Return a sentence for each import that breaks the order."""
        modules = self._modules()
        strays = [module for module in modules if self._kind(module) not in self.rooms]
        if strays:
            return [f"{module} lies in no room" for module in strays]
        imports = {module: self.imports(module) for module in modules}
        wrong = [
            f"{module} imports {other}: {objection}"
            for module, others in imports.items()
            for other in sorted(others)
            if (objection := self._objection(module, other))
        ]
        return wrong + self._circles(imports)

    def room_imports(self) -> set[tuple[str, str]]:
        """Return all pairs of different rooms in which the first imports from the second."""
        return {
            (room, other)
            for module in self._modules()
            for imported in self.imports(module)
            if "/" in imported and (room := self._kind(module)) != (other := self._kind(imported))
        }

    def _modules(self) -> list[str]:
        tops = sorted({room.split("/")[0] for room in self.rooms})
        paths = [path for top in tops for path in sorted((self.root / top).rglob("*.py"))]
        return [path.relative_to(self.root).as_posix() for path in paths]

    def imports(self, module: str) -> set[str]:
        """Return the paths of our modules, and names of other packages, that `module` imports."""
        return {*map(self._found, _imported_names(self.root, module))} - {module}

    def _found(self, name: str) -> str:
        parts = name.removeprefix("hofspiele.").split(".")
        while parts:
            path = Path(*parts)
            for file in (path.with_suffix(".py"), path / "__init__.py"):
                if (self.root / file).is_file():
                    return file.as_posix()
            parts.pop()  # The module above defines this name.
        return name.split(".")[0]

    def _room(self, module: str) -> str:
        top, *below = Path(module).parts[:-1]
        divided = any(room.startswith(f"{top}/") for room in self.rooms)
        return f"{top}/{below[0]}" if below and divided else top

    def _kind(self, module: str) -> str:
        """Return the name of the module's room in the list of rooms."""
        room = self._room(module)
        return GAME if room.startswith("envs/") and room not in self.rooms else room

    def _objection(self, module: str, other: str) -> str | None:
        if "/" not in other:
            own = _OF_ROOMS.get(self._room(module), set())
            foreign = other not in self.packages | own | sys.stdlib_module_names
            in_envs = module.startswith("envs/")
            return "the project does not require it" if in_envs and foreign else None
        if self._room(module) == self._room(other):
            return None
        kind, others_kind = self._kind(module), self._kind(other)
        if self.rooms.index(kind) >= self.rooms.index(others_kind):
            return f"{self._room(other)} does not lie below {self._room(module)}"
        return "games are made by name" if others_kind == GAME and kind != "envs" else None

    def _circles(self, imports: dict[str, set[str]]) -> list[str]:
        """Return a sentence with one cycle of imports for each room that has cycles."""
        found = []
        for room in sorted({self._room(module) for module in imports}):
            inside = {module for module in imports if self._room(module) == room}
            graph = {module: imports[module] & inside for module in inside}
            try:
                TopologicalSorter(graph).prepare()
            except CycleError as error:
                found.append("a circle: " + " ← ".join(error.args[1]))
        return found


@functools.cache  # Several tests read all modules.
def _imported_names(root: Path, module: str) -> set[str]:
    """Return the dotted names that `module` imports, except optional ones in functions."""
    tree = ast.parse((root / module).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    late = {node for function in functions for node in ast.walk(function)}
    return {
        name
        for node in ast.walk(tree)
        for name in _names(node, module)
        if node not in late or name.split(".")[0] not in _OPTIONAL
    }


def _names(node: ast.AST, module: str) -> Iterator[str]:
    """Yield the dotted names that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = Path(module).parts[: -node.level] if node.level else ()
        start = [*above, *([node.module] if node.module else [])]
        yield from (".".join([*start, alias.name]) for alias in node.names)


HOUSE = House(
    ROOT,
    listed_rooms((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")),
    required_packages((ROOT / "pyproject.toml").read_text(encoding="utf-8")),
)
