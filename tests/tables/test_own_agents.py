"""Agents on offer: bundled ones, files, and users' own, and when their code may run."""

import asyncio
import json
import os
import shutil
import sys
from unittest.mock import Mock

import pytest

from hofspiele.envs.core import GameRecord
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.agent_tasks import decide
from hofspiele.play.workers import Workers
from hofspiele.training.players.shipped import FOLDER
from tests.games import FOREIGN_CASES
from tests.sb3_agents import save_code, save_data
from tests.tables.servers import serving

LAST, FIRST = "tests.own_agents:Last", "tests.own_agents:first"
BUNDLED = FOLDER / "kou_ka_roi.safetensors"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with agent files of all kinds."""
    folder = tmp_path_factory.mktemp("agents")
    save_data(folder / "data.zip")
    save_code(folder / "code.zip")
    (folder / "broken.safetensors").write_bytes(b"nothing")
    (folder / "run").mkdir()
    for name in ("agent", "pool"):
        shutil.copy(BUNDLED, folder / "run" / f"{name}.safetensors")
    return folder


def played(server, *agents, game="kou_ka_roi", options=None):
    """Return the record of a game between agents; check that none needed the fallback."""
    opened = server.open(agents, game, options)
    with opened.watch() as browser:
        browser.wait_for_end()
        assert not browser.notes()
    return GameRecord.from_json(opened.record())


def test_agents_and_games_of_others_are_played_and_advise(folder, tmp_path, monkeypatch):
    (tmp_path / "unnamed.py").write_text(
        f"import pathlib\npathlib.Path({str(tmp_path / 'imported')!r}).touch()\nBold = 1\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    also = [LAST, FIRST, str(folder / "data.zip")]
    file, broken = "file:run/agent.safetensors", "file:broken.safetensors"
    (case,) = FOREIGN_CASES
    with serving(tmp_path, folder, also=also, trust=True) as server:
        assert played(server, LAST, FIRST).players == [LAST, FIRST]
        played(server, also[2], file)
        played(server, "file:code.zip", "greedy")
        three = ("greedy", "search-50", "random")
        played(server, *three, game=case.name, options=case.options)
        with server.people("kou_ka_roi").sit(0) as browser:
            assert {*also, file} < set(browser.welcome["agents"])
            legal = [action["number"] for action in browser.look()["actions"]]
            for agent, action in ((LAST, legal[-1]), (FIRST, legal[0])):
                advice = browser.ask("advice", agent=agent)
                likely = {one["number"]: one["probability"] for one in advice["actions"]}
                assert (advice["preferred"], likely[action]) == (action, 1)
            assert "also=[MODULE:NAME,FILE]" in browser.refusal("advice", agent="unnamed:Bold")
        unknown = ("unnamed:Bold", "file:../x.zip", "file:run/pool.safetensors")
        for agent, reason, game in (
            (broken, "broken.safetensors", "kou_ka_roi"),
            (file, "agent.safetensors", "knatsch"),
            *((agent, "also=[MODULE:NAME,FILE]", "kou_ka_roi") for agent in unknown),
        ):
            wish = {"game": game, "seats": [agent, "random"], "options": {"num_players": 2}}
            assert reason in server.refusal(wish)
    assert not (tmp_path / "imported").exists()
    assert "unnamed" not in sys.modules


def test_only_trusted_files_may_run_code(folder):
    data, code = (str(folder / f"{name}.zip") for name in ("data", "code"))
    catalog, options = AgentCatalog(folder, [data, code]), {"num_players": 2}
    assert catalog.spec("kou_ka_roi", options, data).make()
    with pytest.raises(ValueError, match="trust=true"):
        catalog.spec("kou_ka_roi", options, code).make()
    assert not {"file:data.zip", "file:code.zip"} & set(asyncio.run(catalog.names()))


def test_greedy_replaces_agents_without_an_answer_in_time(tmp_path):
    # Each search takes a quarter of a second; faster agents could answer in time.
    slow = ["search-20000"] * 2
    with (
        serving(tmp_path, tmp_path, think_seconds=0) as server,
        server.open(slow).watch() as browser,
    ):
        while not browser.news["decisions"]:
            browser.hear("news")
        notes = browser.notes()
    assert notes == {"search-20000: no answer within 0 seconds; greedy decided instead"}


def test_errors_of_agents_which_may_name_cards_are_not_quoted_to_people(server, monkeypatch):
    async def ask(workers, urgency, seconds, think, *arguments):
        if think is decide:
            raise ValueError("I hold the king")

    monkeypatch.setattr(Workers, "ask", ask)
    for seats, words in ((["greedy"] * 2, "I hold the king"), (["greedy", "me"], "an error")):
        with server.open(seats, "knatsch").watch() as browser:
            while not browser.news["decisions"]:
                browser.hear("news")
            first = browser.ask("log", view=2, after=0)["lines"][0]
        assert first["note"] == f"greedy: {words}; greedy decided instead"


# --- the catalog --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/{outside}/agent.zip", "../{outside}/agent.zip", "run/../../{outside}/agent.zip", "", ".",
        "..", "run", "link.zip", "linked/agent.zip", "run/agent.safetensors", "\0", "/dev/zero",
        "x" * 5000,
    ],
)  # fmt: skip
def test_files_outside_the_folder_are_refused(tmp_path, path):
    """Stored tables may name any file, but neither symlinks nor `..` lead out of the folder."""
    folder, outside = tmp_path / "agents", tmp_path / "outside"
    (folder / "run").mkdir(parents=True)
    outside.mkdir()
    (outside / "agent.zip").touch()
    (folder / "link.zip").symlink_to(outside / "agent.zip")
    (folder / "linked").symlink_to(outside)
    (folder / "run" / "agent.safetensors").symlink_to(outside / "agent.zip")
    named = path.format(outside=outside if path.startswith("/") else outside.name)
    players = AgentCatalog(folder, trust=True)
    if path != "x" * 5000:  # No file has such a long name.
        with pytest.raises(ValueError, match=r"expected a file in the agents folder|null byte"):
            players.spec("kou_ka_roi", {}, f"file:{named}")
    assert not [name for name in asyncio.run(players.names()) if name.startswith("file:")]


def test_symlinks_within_the_folder_and_strange_names_are_no_obstacle(tmp_path):
    (tmp_path / "runs").mkdir()
    target = tmp_path / "runs" / "first.safetensors"
    shutil.copy(BUNDLED, target)
    (tmp_path / "best.safetensors").symlink_to(target)
    (tmp_path / "circle.safetensors").symlink_to(tmp_path / "circle.safetensors")
    (tmp_path / os.fsdecode(b"\xff.safetensors")).touch()
    catalog = AgentCatalog(tmp_path)
    spec = catalog.spec("kou_ka_roi", {"num_players": 2}, "file:best.safetensors")
    assert spec.file == target
    spec.make()
    names = asyncio.run(catalog.names())
    json.dumps(names, ensure_ascii=False).encode()
    assert "file:best.safetensors" in names


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gredy", "unknown agent"),
        ("no_such:Agent", "no module 'no_such'"),
        ("json:x", "no attribute 'x'"),
    ],
)
def test_wrong_names_are_reported_and_nothing_is_imported_later(tmp_path, name, message):
    with pytest.raises(ValueError, match=message):
        AgentCatalog(tmp_path, [name])
    for stored in (name, LAST, "model.zip"):
        with pytest.raises(ValueError, match="also="):
            AgentCatalog(tmp_path).spec("kou_ka_roi", {}, stored)
    spec = AgentCatalog(tmp_path).spec("kou_ka_roi", {}, "file:x.zip")
    assert (spec.from_user, spec.trust) == (False, False)


def test_the_folder_is_searched_once_for_many_requests(tmp_path, monkeypatch):
    walk = Mock(side_effect=os.walk)
    monkeypatch.setattr("hofspiele.play.agent_catalog.os.walk", walk)
    for name in ("mine.safetensors", "mine.onnx", "mine.zip"):
        (tmp_path / name).touch()

    async def ask(players):
        return await asyncio.gather(*(players.names() for _ in range(5)))

    names, *others = asyncio.run(ask(AgentCatalog(tmp_path)))
    assert others == [names] * 4
    assert [name for name in names if name.startswith("file:")] == ["file:mine.safetensors"]
    assert walk.call_count == 1
    trusting = asyncio.run(ask(AgentCatalog(tmp_path, trust=True)))[0]
    assert {"file:mine.onnx", "file:mine.zip"} < set(trusting)
