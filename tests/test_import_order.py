"""The order of imports is the one that CONTRIBUTING.md lists."""

import ast

import pytest

from tests.import_order import GAME, HOUSE, ROOT, House


def test_imports_follow_the_order():
    assert HOUSE.problems() == []


def test_order_lists_every_folder_once():
    assert len(set(HOUSE.rooms)) == len(HOUSE.rooms)
    folders = {path.parent for top in ("envs", "training") for path in (ROOT / top).glob("*/*.py")}
    games = {path.parent for path in (ROOT / "envs").glob("*/rules.py")}
    divided = {folder.relative_to(ROOT).as_posix() for folder in folders - games}
    assert {room for room in HOUSE.rooms if "/" in room} == divided | {GAME}


@pytest.mark.parametrize("room", [room for room in HOUSE.rooms if "/" in room and room != GAME])
def test_shared_folders_name_no_game(room):
    games = {path.parent.name for path in (ROOT / "envs").glob("*/rules.py")}
    for path in (ROOT / room).rglob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
        named = texts & games
        assert not named, path


def test_rules_of_knatsch_import_neither_odds_nor_advice():
    found, waiting = set(), {"rules", "redeal", "legality", "attempts", "cards"}
    while waiting:
        found.add(module := waiting.pop())
        paths = HOUSE.imports(f"envs/knatsch/{module}.py")
        own = [path for path in paths if path.startswith("envs/knatsch/")]
        waiting |= {path[len("envs/knatsch/") : -len(".py")] for path in own} - found
    assert {"scoring", "state", "dice"} <= found
    assert not [name for name in found if name.startswith(("odds", "heuristic", "forecast"))]


def test_environments_require_no_learning_library():
    assert {"numpy", "numba", "gymnasium", "pettingzoo", "safetensors"} == HOUSE.packages


def test_training_holds_only_commands_at_its_top():
    assert [path.stem for path in (ROOT / "training").glob("[!_]*.py")] == ["commands"]


ROOMS = ["play", "play/runs", "play/cli", "envs", "envs/open_spiel", "envs/api", GAME, "envs/core"]
CLEAN = {
    "play/start.py": "from hofspiele.play.runs import run",
    "play/runs/run.py": "import torch\nfrom hofspiele.play.cli.show import show\nimport os.path",
    "play/cli/show.py": "from hofspiele import envs",
    "envs/__init__.py": "from hofspiele.envs.chess.game import Chess",
    "envs/open_spiel/face.py": "import pyspiel",
    "envs/api/face.py": "import numpy as np\nfrom hofspiele.envs.core import Game",
    "envs/chess/game.py": "from hofspiele.envs.chess import rules",
    "envs/chess/rules.py": "from hofspiele.envs.core.game import Game",
    "envs/core/__init__.py": "from hofspiele.envs.core.game import Game",
    "envs/core/game.py": "from collections.abc import Mapping",
    "envs/go/game.py": "def show():\n    import pygame.event",
}
# Each line has a module, its new source, and the problem that follows.
BREACHES = (
    ("play/cli/show.py", "def show():\n    from hofspiele.play.runs.run import run",
     "imports play/runs/run.py: play/runs does not lie below play/cli"),
    ("envs/core/game.py", "if TYPE_CHECKING:\n    from hofspiele.envs.api.face import Face",
     "imports envs/api/face.py: envs/api does not lie below envs/core"),
    ("envs/core/game.py", "from ..api.face import Face",
     "imports envs/api/face.py: envs/api does not lie below envs/core"),
    ("envs/chess/rules.py", "from hofspiele.envs.go.game import Go",
     "imports envs/go/game.py: envs/go does not lie below envs/chess"),
    ("envs/api/face.py", "from hofspiele.envs.chess import rules",
     "imports envs/chess/rules.py: games are made by name"),
    ("envs/chess/rules.py", "from torch.nn import Module",
     "imports torch: the project does not require it"),
    ("envs/api/face.py", "import pyspiel", "imports pyspiel: the project does not require it"),
    ("play/new/thing.py", "", "lies in no room"),
)  # fmt: skip


def problems_of(root, changes):
    """Return the problems after the sources of some modules have been replaced."""
    for name, source in (CLEAN | changes).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(source, encoding="utf-8")
    return House(root, ROOMS, {"numpy"}).problems()


def test_imports_downwards_are_fine(tmp_path):
    assert problems_of(tmp_path, {}) == []


@pytest.mark.parametrize(("module", "source", "problem"), BREACHES)
def test_every_breach_is_named(tmp_path, module, source, problem):
    assert problems_of(tmp_path, {module: source}) == [f"{module} {problem}"]


def test_circles_are_named(tmp_path):
    (circle,) = problems_of(tmp_path, {"envs/chess/rules.py": "import hofspiele.envs.chess.game"})
    assert circle.startswith("a circle: ")
    assert circle.count("←") == 2
