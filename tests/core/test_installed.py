from importlib import metadata
from pathlib import Path

import pytest

from hofspiele import envs
from hofspiele.envs.core.text.installed import install_command


@pytest.mark.parametrize("installed", [True, False])
def test_extras_are_added_to_the_installation(monkeypatch, installed):
    def distribution(name):
        if not installed:
            raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", distribution)
    checkout = Path(envs.__file__).resolve().parents[1]
    expected = "'hofspiele[train]'" if installed else f"-e '{checkout}[train]'"
    assert install_command("train") == f"pip install {expected}"
