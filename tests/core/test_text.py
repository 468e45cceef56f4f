"""Suggestions, percentages and commands in messages."""

from importlib import metadata
from pathlib import Path
from unittest import mock

import pytest

from hofspiele import envs
from hofspiele.envs.core.text.installed import install_command
from hofspiele.envs.core.text.suggest import nearest
from hofspiele.envs.core.text.words import percent

KNOWN = ("num_players", "vatikan", "two_countries", "reward")


@pytest.mark.parametrize(
    ("name", "meant"),
    [("vatican", "vatikan"), ("num_player", "num_players"), ("colour", None)],
)
def test_the_nearest_name_is_suggested_if_one_is_similar(name, meant):
    assert nearest(name, KNOWN) == (f"; did you mean {meant!r}?" if meant else "")


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0, "0 %"), (0.001, "<1 %"), (0.424, "42 %"), (0.9999, ">99 %"), (1, "100 %")],
)
def test_only_certainty_is_rounded_to_0_or_100_percent(chance, words):
    assert percent(chance) == words


CHECKOUT = f"-e '{Path(envs.__file__).resolve().parents[1]}[train]'"


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        ('{"url": "file:///a.whl", "archive_info": {}}', "'hofspiele[train] @ file:///a.whl'"),
        ('{"url": "file:///a", "dir_info": {}}', "'hofspiele[train] @ file:///a'"),
        ('{"url": "file:///a", "dir_info": {"editable": true}}', CHECKOUT),
        (None, "'hofspiele[train]'"),
        (metadata.PackageNotFoundError("hofspiele"), CHECKOUT),
    ],
    ids=["wheel", "folder", "editable", "index", "on Python's path"],
)
def test_extras_are_added_to_the_installation(monkeypatch, origin, command):
    found = mock.Mock(**{"return_value.read_text.return_value": origin})
    if isinstance(origin, Exception):
        found.side_effect = origin
    monkeypatch.setattr(metadata, "distribution", found)
    assert install_command("train") == f"pip install {command}"
