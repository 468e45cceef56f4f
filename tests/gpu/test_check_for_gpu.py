"""`check_game` says which kernel of a game a GPU cannot run."""

import importlib
import shutil
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba_cuda", reason="`make test-gpu-build` runs these tests")

from hofspiele.envs.testing import GameError, check_game
from tests import fourth_game


def test_a_kernel_that_only_a_processor_can_run(tmp_path, monkeypatch):
    package = shutil.copytree(Path(fourth_game.__file__).parent, tmp_path / "own_game")
    code = (package / "game.py").read_text()
    changed = code.replace("state.played[best_seat(state)]", "state.played.max()")
    (package / "game.py").write_text(changed)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "own_game", raising=False)
    spec = importlib.import_module("own_game").SPEC
    message = r"^for a GPU, kernel action_values \(\S*game.py, line \d+\): .*"
    with pytest.raises(GameError, match=message) as raised:
        check_game(spec, games=1, device="cuda")
    assert len(str(raised.value).splitlines()) == 1
