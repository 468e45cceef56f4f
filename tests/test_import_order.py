"""The order of imports is the one that CONTRIBUTING.md lists."""

import ast

import pytest

from tests.import_order import GAME, HOUSE, ROOT, House, listed_rooms


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


def test_environments_require_no_learning_library():
    assert {"numpy", "numba", "gymnasium", "pettingzoo"} == HOUSE.packages


@pytest.mark.parametrize("path", sorted((ROOT / "training").glob("[!_]*.py")), ids=lambda p: p.stem)
def test_training_holds_only_commands_at_its_top(path):
    assert 'if __name__ == "__main__":' in path.read_text(encoding="utf-8")


ROOMS = (
    "play",
    "play/runs",
    "play/cli",
    "envs",
    "envs/gym",
    "envs/api",
    "envs/<game>",
    "envs/core",
)
CLEAN = {
    "play/start.py": "from hofspiele.play.runs import run",
    "play/runs/run.py": "import torch\nfrom hofspiele.play.cli.show import show\nimport os.path",
    "play/cli/show.py": "from hofspiele import envs",
    "envs/__init__.py": "from hofspiele.envs.chess.game import Chess",
    "envs/gym/face.py": "import gym",
    "envs/api/face.py": "import numpy as np\nfrom hofspiele.envs.core import Game",
    "envs/chess/game.py": "from hofspiele.envs.chess import rules",
    "envs/chess/rules.py": "from hofspiele.envs.core.game import Game",
    "envs/core/__init__.py": "from hofspiele.envs.core.game import Game",
    "envs/core/game.py": "from collections.abc import Mapping",
    "envs/go/game.py": "def show():\n    import pygame.event",
}


def house_of(root, **changed):
    """A house of these modules; a change is ``play__runs__run="source"``."""
    changes = {f"{name.replace('__', '/')}.py": source for name, source in changed.items()}
    for name, source in (CLEAN | changes).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(source, encoding="utf-8")
    return House(root, ROOMS, {"numpy"}, {"pygame"}, {"envs/gym": {"gym"}})


def test_imports_downwards_are_fine(tmp_path):
    assert house_of(tmp_path).problems() == []


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (
            {"play__cli__show": "def show():\n    from hofspiele.play.runs.run import run"},
            "play/cli/show.py imports play/runs/run.py: play/runs does not lie below play/cli",
        ),
        (
            {"play__cli__show": "import hofspiele.play.start"},
            "play/cli/show.py imports play/start.py: play does not lie below play/cli",
        ),
        (
            {"envs__core__game": "if TYPE_CHECKING:\n    from hofspiele.envs.api.face import Face"},
            "envs/core/game.py imports envs/api/face.py: envs/api does not lie below envs/core",
        ),
        (
            {"envs__core__game": "from ..api.face import Face"},
            "envs/core/game.py imports envs/api/face.py: envs/api does not lie below envs/core",
        ),
        (
            {"envs__chess__rules": "from hofspiele.envs.go.game import Go"},
            "envs/chess/rules.py imports envs/go/game.py: envs/go does not lie below envs/chess",
        ),
        (
            {"envs__api__face": "from hofspiele.envs.chess import rules"},
            "envs/api/face.py imports envs/chess/rules.py: games are made by name",
        ),
        (
            {"play__start": "from hofspiele.envs.chess.game import Chess"},
            "play/start.py imports envs/chess/game.py: games are made by name",
        ),
        (
            {"envs__chess__rules": "from torch.nn import Module"},
            "envs/chess/rules.py imports torch: the project does not require it",
        ),
        (
            {"envs__api__face": "import gym"},
            "envs/api/face.py imports gym: the project does not require it",
        ),
        (
            {"envs__chess__rules": "import pygame.event"},
            "envs/chess/rules.py imports pygame: the project does not require it",
        ),
        (
            {"envs__chess__rules": "import hofspiele.envs.chess.game as game"},
            "a circle: envs/chess/game.py ← envs/chess/rules.py ← envs/chess/game.py",
        ),
        ({"play__new__thing": ""}, "play/new/thing.py lies in no room"),
    ],
)
def test_every_breach_is_named(tmp_path, changed, problem):
    assert house_of(tmp_path, **changed).problems() == [problem]


def test_the_list_is_read_from_the_fenced_block():
    page = "Text\n\n```rooms\nplay         starts\nenvs/core    rules\n```\n```sh\nmake\n```\n"
    assert listed_rooms(page) == ["play", "envs/core"]
