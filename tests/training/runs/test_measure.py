import json

from omegaconf import OmegaConf
from rich.console import Console

from hofspiele.envs.core import read_records
from hofspiele.training.runs.agents import find_evaluation_opponents
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.games import make_games
from hofspiele.training.runs.measure import measure
from hofspiele.training.runs.start_or_resume import new_run


def test_a_finished_agent_is_measured_again_from_its_folder_alone(config_of, tmp_path):
    run = new_run(config_of("name=run", "num_players=[2,3]"), Console())
    run.warm_start()
    run.learn()
    run.save_agent()
    console = Console(record=True, soft_wrap=True)
    first = measure(run.config, run.folder, run.parts.evaluation_opponents, console)
    assert [evaluation.line_up[:2] for evaluation in first] == [
        ["run", "random"], ["run", "greedy"], ["run", "random"], ["run", "greedy"],
    ]  # fmt: skip
    assert [len(evaluation.line_up) for evaluation in first] == [2, 2, 3, 3]
    written = run.folder.evaluation.read_text()
    for content, evaluation in zip(json.loads(written), first, strict=True):
        assert content.pop("options")["num_players"] == len(evaluation.line_up)
        assert content == evaluation.to_dict()
    records = read_records(run.folder.games)
    for record, evaluation in zip(records, first, strict=True):
        assert sorted(record.players) == sorted(evaluation.line_up)
        record.replay()
    games = run.folder.games.read_bytes()
    assert f"hofspiele replay {run.folder.games} game=4 to=html" in console.export_text()
    assert run.folder.curve_plot.read_bytes().startswith(b"\x89PNG")

    folder = RunFolder(tmp_path / "run")
    config = OmegaConf.load(folder.config)
    folder.evaluation.unlink()
    folder.games.write_bytes(games[:50])
    opponents = find_evaluation_opponents(config, make_games(config)[0], "run")
    assert measure(config, folder, opponents, Console()) == first
    assert folder.evaluation.read_text() == written
    assert folder.games.read_bytes() == games
