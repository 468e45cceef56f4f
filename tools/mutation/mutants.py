"""Mutants, which are modules of rules with one small change in a kernel."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple, TypeGuard

ENVS = Path(__file__).parents[2] / "envs"
# Names of the modules with the rules of a game; a game has only some of them.
_MODULES = (
    "rules", "legality", "attempts", "cards", "dice", "chains", "scoring", "points", "redeal",
)  # fmt: skip

_OTHERS: dict[type[ast.AST], list[type[Any]]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Add],
    ast.Div: [ast.Mult],
    ast.FloorDiv: [ast.Mult],
    ast.Mod: [ast.FloorDiv],
    ast.Pow: [ast.Mult],
    ast.BitAnd: [ast.BitOr],
    ast.BitOr: [ast.BitAnd],
    ast.LShift: [ast.RShift],
    ast.RShift: [ast.LShift],
    ast.And: [ast.Or],
    ast.Or: [ast.And],
}
_OTHER_CALLS = {"min": "max", "max": "min"}


class Mutant(NamedTuple):
    """A module with one change in a kernel.

    Attributes:
        module: name within the package of the game.
        function: name of the kernel.
        line: line number of the change.
        before: original source of the changed expression or statement.
        after: source that replaces it.
        code: the compiled module with the change.
    """

    module: str
    function: str
    line: int
    before: str
    after: str
    code: CodeType


def mutants(game: str) -> list[Mutant]:
    """Return all mutants of the rules of a game, module by module."""
    found: list[Mutant] = []
    for module in _MODULES:
        path = ENVS / game / f"{module}.py"
        if path.exists():
            found += _mutants_of(module, path)
    return found


def _mutants_of(module: str, path: Path) -> Iterator[Mutant]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for kernel in filter(_is_kernel, tree.body):
        for holder, field, old, new in _changes(kernel):
            before, after = ast.unparse(old), ast.unparse(new)
            _put(holder, field, old, new)
            code = compile(ast.fix_missing_locations(tree), str(path), "exec")
            _put(holder, field, new, old)
            yield Mutant(module, kernel.name, old.lineno, before, after, code)


def _is_kernel(statement: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    return isinstance(statement, ast.FunctionDef) and any(
        isinstance(decorator, ast.Name) and decorator.id == "kernel"
        for decorator in statement.decorator_list
    )


Change = tuple[ast.AST, str, Any, Any]


def _changes(kernel: ast.FunctionDef) -> Iterator[Change]:
    """Yield each possible change: a node, the name of its field, and the old and new values."""
    for holder in ast.walk(kernel):
        for field, value in ast.iter_fields(holder):
            for old in value if isinstance(value, list) else [value]:
                if isinstance(old, ast.expr | ast.stmt) and not _is_docstring(old):
                    for new in _instead_of(old):
                        yield holder, field, old, ast.copy_location(new, old)


def _put(holder: ast.AST, field: str, old: Any, new: Any) -> None:
    value = getattr(holder, field)
    if isinstance(value, list):
        value[next(at for at, entry in enumerate(value) if entry is old)] = new
    else:
        setattr(holder, field, new)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _instead_of(old: ast.expr | ast.stmt) -> Iterator[Any]:
    """Yield the expressions or statements that replace `old`."""
    if isinstance(old, ast.Compare) and len(old.ops) == 1:
        for other in _OTHERS.get(type(old.ops[0]), []):
            yield ast.Compare(old.left, [other()], old.comparators)
    elif isinstance(old, ast.BinOp):
        for other in _OTHERS.get(type(old.op), []):
            yield ast.BinOp(old.left, other(), old.right)
    elif isinstance(old, ast.BoolOp):
        for other in _OTHERS[type(old.op)]:
            yield ast.BoolOp(other(), old.values)
    elif isinstance(old, ast.UnaryOp) and isinstance(old.op, ast.Not | ast.USub | ast.Invert):
        yield old.operand
    elif isinstance(old, ast.Constant) and isinstance(old.value, bool):
        yield ast.Constant(not old.value)
    elif isinstance(old, ast.Constant) and isinstance(old.value, int | float):
        yield ast.Constant(old.value + 1)
        yield ast.Constant(old.value - 1)
    elif isinstance(old, ast.Call):
        yield from _other_calls(old)
    elif isinstance(old, ast.stmt):
        yield from _other_statements(old)


def _other_calls(old: ast.Call) -> Iterator[ast.expr]:
    name = getattr(old.func, "id", None)
    if name in _OTHER_CALLS:
        yield ast.Call(ast.Name(_OTHER_CALLS[name], ast.Load()), old.args, old.keywords)
    elif name == "range":
        end = 0 if len(old.args) == 1 else 1
        for operator in (ast.Add(), ast.Sub()):
            args = [*old.args]
            args[end] = ast.BinOp(args[end], operator, ast.Constant(1))
            yield ast.Call(old.func, args, old.keywords)


def _other_statements(old: ast.stmt) -> Iterator[ast.stmt]:
    if isinstance(old, ast.If):
        yield ast.If(ast.UnaryOp(ast.Not(), old.test), old.body, old.orelse)
    elif isinstance(old, ast.AugAssign):
        for other in _OTHERS.get(type(old.op), []):
            yield ast.AugAssign(old.target, other(), old.value)
        yield ast.Pass()
    elif _can_be_left_out(old):
        yield ast.Pass()


def _can_be_left_out(statement: ast.stmt) -> bool:
    """Return whether the code still runs without `statement`; assignments to names are required."""
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Subscript | ast.Attribute)
    return isinstance(statement, ast.Return | ast.Continue | ast.Expr)
