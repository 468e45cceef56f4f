"""Which module imports which, and which of these imports the order of the rooms forbids.

A room is a folder with all that lies in it, one or two levels deep: ``training/runs``, and
``training`` for the modules at its top. CONTRIBUTING.md lists the rooms from top to bottom. A
module may import from its own room, without a circle, and from rooms below; imports inside of
functions and for type checkers count as any other. ``envs/<game>`` stands for every game's folder:
games see nothing of one another, and who needs one makes it by name.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

PACKAGE = "hofspiele"
GAME = "envs/<game>"
_LIST = re.compile(r"^```rooms\n(.*?)^```", re.DOTALL | re.MULTILINE)


def listed_rooms(contributing: str) -> list[str]:
    """The first words of the lines of the fenced block ``rooms``, from top to bottom."""
    (block,) = _LIST.findall(contributing)
    return [line.split()[0] for line in block.splitlines()]


def required_packages(pyproject: str) -> set[str]:
    """What an installation without extras brings."""
    requirements = tomllib.loads(pyproject)["project"]["dependencies"]
    return {re.split(r"[^\w-]", requirement)[0] for requirement in requirements}


@dataclass(frozen=True)
class House:
    """The sources below `root` and how they are to import one another.

    Attributes:
        root: the folder that holds the rooms.
        rooms: from top to bottom.
        packages: those from elsewhere that ``envs`` may import, beside the standard library.
        optional: those that it may import within functions.
        of_rooms: those that single rooms are there for.
    """

    root: Path
    rooms: Sequence[str]
    packages: set[str]
    optional: set[str] = field(default_factory=set)
    of_rooms: Mapping[str, set[str]] = field(default_factory=dict)

    def problems(self) -> list[str]:
        """What breaks the order, in words."""
        imports = {module: self.imports(module) for module in self._modules()}
        strays = [module for module in imports if self._kind(module) not in self.rooms]
        if strays:
            return [f"{module} lies in no room" for module in strays]
        wrong = [
            f"{module} imports {other}: {objection}"
            for module, others in imports.items()
            for other in sorted(others)
            if (objection := self._objection(module, other))
        ]
        return wrong + self._circles(imports)

    def imports(self, module: str) -> set[str]:
        """Modules of the house, by their paths, and the names of other packages."""
        source = (self.root / module).read_text(encoding="utf-8")
        tree = ast.parse(source)
        late = {
            node
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef)
            for node in ast.walk(function)
        }
        names = [
            name
            for node in ast.walk(tree)
            for name in _names(node, module)
            if node not in late or name.split(".")[0] not in self.optional
        ]
        return {self._found(name) for name in names} - {module}

    def _modules(self) -> list[str]:
        tops = sorted({room.split("/")[0] for room in self.rooms})
        paths = [path for top in tops for path in sorted((self.root / top).rglob("*.py"))]
        return [path.relative_to(self.root).as_posix() for path in paths]

    def _found(self, name: str) -> str:
        parts = name.removeprefix(f"{PACKAGE}.").split(".")
        while parts:
            path = Path(*parts)
            for file in (path.with_suffix(".py"), path / "__init__.py"):
                if (self.root / file).is_file():
                    return file.as_posix()
            parts.pop()  # a name that the module above defines
        return name.split(".")[0]

    def _room(self, module: str) -> str:
        top, *below = Path(module).parts[:-1]
        divided = any(room.startswith(f"{top}/") for room in self.rooms)
        return f"{top}/{below[0]}" if below and divided else top

    def _kind(self, module: str) -> str:
        """The room as it is listed."""
        room = self._room(module)
        return GAME if room.startswith("envs/") and room not in self.rooms else room

    def _objection(self, module: str, other: str) -> str | None:
        in_envs = module.startswith("envs/")
        if "/" not in other:
            own = self.of_rooms.get(self._room(module), set())
            foreign = other not in self.packages | own | sys.stdlib_module_names
            return "the project does not require it" if in_envs and foreign else None
        if self._room(module) == self._room(other):
            return None
        kind, others_kind = self._kind(module), self._kind(other)
        if self.rooms.index(kind) >= self.rooms.index(others_kind):
            return f"{self._room(other)} does not lie below {self._room(module)}"
        return "games are made by name" if others_kind == GAME and kind != "envs" else None

    def _circles(self, imports: Mapping[str, set[str]]) -> list[str]:
        """One circle of each room that has any."""
        found = []
        for room in sorted({self._room(module) for module in imports}):
            inside = [module for module in imports if self._room(module) == room]
            graph = {module: imports[module].intersection(inside) for module in inside}
            try:
                TopologicalSorter(graph).prepare()
            except CycleError as error:
                found.append("a circle: " + " ← ".join(error.args[1]))
        return found


def _names(node: ast.AST, module: str) -> Iterator[str]:
    """The dotted names that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = Path(module).parts[: -node.level] if node.level else ()
        start = [*above, *([node.module] if node.module else [])]
        yield from (".".join([*start, alias.name]) for alias in node.names)


ROOT = Path(__file__).resolve().parents[1]
HOUSE = House(
    ROOT,
    listed_rooms((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")),
    required_packages((ROOT / "pyproject.toml").read_text(encoding="utf-8")),
    {"PIL", "moviepy", "pygame", "resvg_py"},  # of the extra "render"
    {"envs/open_spiel": {"pyspiel"}},
)
