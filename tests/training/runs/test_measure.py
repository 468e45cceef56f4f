import json

from rich.console import Console

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import read_records
from hofspiele.training.runs import measure as measuring
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.measure import measure
from hofspiele.training.runs.start_or_resume import new_run, stored_settings
from hofspiele.training.settings.train import Train


def test_a_finished_agent_is_measured_again_from_its_folder_alone(
    settings_of, tmp_path, monkeypatch
):
    monkeypatch.setattr(Agent, "games_at_once", 6)  # Several parts, which threads can share.
    monkeypatch.setattr(measuring, "usable_cores", lambda: 1)
    run = new_run(settings_of("name=run", "num_players=[2,3]"), Console())
    run.warm_start()
    run.learn()
    run.save_agent()
    console = Console(record=True, soft_wrap=True)
    first = measure(run.settings, run.folder, run.evaluation_opponents, console)
    assert [measured.agents[:2] for measured in first] == [
        ["run", "random"], ["run", "greedy"], ["run", "random"], ["run", "greedy"],
    ]  # fmt: skip
    assert [len(measured.agents) for measured in first] == [2, 2, 3, 3]
    written = run.folder.evaluation.read_text()
    for content, measured in zip(json.loads(written), first, strict=True):
        assert content.pop("options")["num_players"] == len(measured.agents)
        assert content.pop("seed") == 2**32 + run.settings.seed
        assert content == measured.to_dict()
    records = read_records(run.folder.games)
    for record, measured in zip(records, first, strict=True):
        assert sorted(record.players) == sorted(measured.agents)
        record.replay()
    games = run.folder.games.read_bytes()
    assert f"hofspiele replay {run.folder.games} game=4 to=html" in console.export_text()
    assert run.folder.curve_plot.read_bytes().startswith(b"\x89PNG")

    folder = RunFolder(tmp_path / "run")
    stored = stored_settings(folder, {}, Train())
    folder.evaluation.unlink()
    folder.games.write_bytes(games[:50])
    monkeypatch.setattr(measuring, "usable_cores", lambda: 2)
    again = measure(stored, folder, run.evaluation_opponents, Console())
    assert [match.to_dict() for match in again] == [match.to_dict() for match in first]
    assert folder.evaluation.read_text() == written
    assert folder.games.read_bytes() == games
