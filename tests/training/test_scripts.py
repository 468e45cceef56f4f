"""The commands as a user calls them, on runs of seconds."""

import json
import shutil
import signal

import pytest

from tests.training.commands import SMALL, interrupted, run, run_process


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A finished run of two players."""
    results = tmp_path_factory.mktemp("results")
    done = run(
        "train", *SMALL, "num_players=2", "steps=2048", f"results={results}", "name=small", "seed=3"
    )
    assert done.returncode == 0, done.stderr
    return results / "small", done.stdout


def test_run_folder_suffices_to_repeat_the_run(trained):
    folder, output = trained
    assert "against" in output
    assert {file.name for file in folder.iterdir()} == {
        ".lock", "agent.pt", "checkpoints", "config.yaml", "curve.jsonl", "curve.png",
        "evaluation.json", "games.jsonl", "tensorboard", "versions.json",
    }  # fmt: skip
    versions = json.loads((folder / "versions.json").read_text())
    assert {"hofspiele", "git_commit", "python", "torch", "sb3-contrib"} <= set(versions)
    assert "seed: 3" in (folder / "config.yaml").read_text()
    assert any((folder / "tensorboard").iterdir())
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    evaluations = json.loads((folder / "evaluation.json").read_text())
    line_ups = [entry["line_up"] for entry in evaluations]
    assert line_ups == [["small", "random"], ["small", "greedy"]]
    assert evaluations[0]["games"] == 12
    win_share = evaluations[0]["agents"][0]["win_share"]
    assert win_share["low"] <= win_share["mean"]


def test_same_seed_same_agent_in_another_process(trained, tmp_path):
    folder, _ = trained
    done = run_process(
        "train", *SMALL, "num_players=2", "steps=2048", f"results={tmp_path}", "name=two", "seed=3"
    )
    assert done.returncode == 0, done.stderr
    names = ("win_share_current", "mean_outcome", "steps")

    def figures(path):
        lines = (path / "curve.jsonl").read_text().splitlines()
        return [{name: json.loads(line).get(name) for name in names} for line in lines]

    assert figures(folder) == figures(tmp_path / "two")
    mine, theirs = (
        json.loads((path / "evaluation.json").read_text()) for path in (folder, tmp_path / "two")
    )
    for one, other in zip(mine, theirs, strict=True):
        assert one["agents"][0]["score"] == other["agents"][0]["score"]


def test_evaluate_measures_a_trained_agent(trained, tmp_path):
    folder, _ = trained
    records, report, plot = (tmp_path / name for name in ("games.jsonl", "report.json", "plot.png"))
    done = run(
        "evaluate", f"agent={folder}", "opponents=random", "games=9", f"records={records}",
        f"json={report}", f"plot={plot}",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "small" in done.stdout
    assert len(records.read_text().splitlines()) == 10  # every deal from both seats
    content = json.loads(report.read_text())
    assert content["game"] == {
        "name": "kou_ka_roi",
        "options": {"num_players": 2, "components": None},
    }
    assert content["config"]["seed"] == 1
    assert content["evaluation"]["deals"] == 5
    assert content["agent_sha256"]["random"] is None
    assert "torch" in content["versions"]
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_evaluate_sets_options_of_the_game(tmp_path):
    report = tmp_path / "report.json"
    done = run(
        "evaluate", "agent=random", "opponents=random", "games=6", "game=kardinal",
        "game.options.vatikan=true", f"json={report}",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(report.read_text())["game"]["options"]["vatikan"] is True


def test_tournament_of_trained_and_scripted_agents_is_resumed(trained, tmp_path):
    folder, _ = trained
    arguments = [
        f"agents=[random,greedy,{folder}]", "games=12", "deals_per_round=2",
        f"results={tmp_path / 'cup'}",
    ]  # fmt: skip
    done = run("tournament", *arguments)
    assert done.returncode == 0, done.stderr
    for text in ("ladder after 6 deals", "small", "is not settled yet"):
        assert text in done.stdout
    assert (tmp_path / "cup" / "pairwise.png").read_bytes().startswith(b"\x89PNG")
    again = run("tournament", *arguments)
    assert again.returncode == 0, again.stderr
    assert "6 deals played so far" in again.stdout
    tables = [output.split("cup\n", 1)[1] for output in (done.stdout, again.stdout)]
    assert tables[0] == tables[1]


def test_interrupted_tournament_prints_how_to_resume(tmp_path):
    output = interrupted(
        (tmp_path / "games.csv").exists, signal.SIGINT,
        "tournament", "game=kou_ka_roi", "agents=[random,greedy]", "confidence=0.999999999",
        "games=1_000_000", "deals_per_round=2", f"results={tmp_path}",
    )  # fmt: skip
    assert "hofspiele tournament game=kou_ka_roi 'agents=[random,greedy]'" in output
    assert f"results={tmp_path}" in output


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_interrupted_run_resumes(tmp_path, how):
    folder = tmp_path / "run"
    curve = folder / "curve.jsonl"
    output = interrupted(
        lambda: curve.exists() and len(curve.read_text().splitlines()) > 12, how,
        "train", *SMALL, "steps=2_000_000", f"results={tmp_path}", "name=run",
    )  # fmt: skip
    if how is not signal.SIGKILL:
        assert f"hofspiele train resume={folder}" in output
    steps = json.loads(curve.read_text().splitlines()[-1])["steps"] + 1024
    done = run("train", f"resume={folder}", f"steps={steps}")
    assert done.returncode == 0, done.stderr
    marks = [json.loads(line)["steps"] for line in curve.read_text().splitlines()]
    assert marks == sorted(set(marks))  # no gap was filled twice
    assert marks[-1] >= steps
    assert marks == list(range(marks[0], marks[-1] + 1, marks[0]))
    assert (folder / "agent.pt").exists()


@pytest.mark.parametrize(
    ("values", "lesson"),
    [
        ([], "imitating greedy"),
        (["network.prior_temperature=1"], "learning the value of positions from games of greedy"),
    ],
    ids=["plain", "prior"],
)
def test_run_with_a_warm_start_reports_it_and_resumes(tmp_path, values, lesson):
    done = run(
        "train", *SMALL, "imitation.agent=greedy", "imitation.decisions=2000", "num_players=2",
        "steps=512", f"results={tmp_path}", "name=warm", *values,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert lesson in done.stdout
    again = run("train", f"resume={tmp_path / 'warm'}", "steps=768")
    assert again.returncode == 0, again.stderr
    assert lesson not in again.stdout
    curve = (tmp_path / "warm" / "curve.jsonl").read_text()
    steps = [json.loads(line)["steps"] for line in curve.splitlines()]
    assert steps == [256, 512, 768]


def short_run(results, *arguments):
    """A run of one rollout with two players."""
    done = run("train", *SMALL, "num_players=2", "steps=256", f"results={results}", *arguments)
    assert done.returncode == 0, done.stderr
    return done


def test_run_without_checkpoint_restarts(tmp_path):
    short_run(tmp_path, "name=early")
    shutil.rmtree(tmp_path / "early" / "checkpoints")
    (tmp_path / "early" / "agent.pt").unlink()
    done = run("train", f"resume={tmp_path / 'early'}")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "early" / "agent.pt").exists()


def test_damaged_checkpoint_is_reported_and_the_previous_one_used(tmp_path):
    short_run(tmp_path, "name=torn")
    folder = tmp_path / "torn"
    before, newest = sorted((folder / "checkpoints").iterdir())
    for name in ("model.pt", "league.pt"):
        whole = (newest / name).read_bytes()
        (newest / name).write_bytes(whole[: len(whole) // 2])
        done = run("train", f"resume={folder}")
        assert done.returncode == 1
        assert f"{newest} is damaged" in done.stderr
        assert f"remove it to resume from {before}" in done.stderr
        assert "Traceback" not in done.stderr
        (newest / name).write_bytes(whole)
    shutil.rmtree(newest)
    assert run("train", f"resume={folder}").returncode == 0


def test_diverged_weights_stop_the_run(tmp_path):
    arguments = [*SMALL, "num_players=2", "steps=4096", f"results={tmp_path}", "name=wild"]
    done = run("train", *arguments, "algorithm.learning_rate.start=1e30")
    assert done.returncode == 1
    assert "have diverged" in done.stderr
    assert "Traceback" not in done.stderr
    folder = tmp_path / "wild"
    assert not (folder / "agent.pt").exists()
    assert [path.name for path in (folder / "checkpoints").iterdir()] == ["steps-000000000000"]


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("train", ["num_players=9"], "num_players is 9"),
        ("train", ["resume=nowhere", "seed=3"], "nothing to resume"),
        ("train", ["network.activation=Sine"], "activation is 'Sine', expected one of ReLU"),
        ("evaluate", ["agent=greedy"], "give game=NAME"),
        ("evaluate", ["agent=greedy", "game=chess"], "game is chess, expected one of"),
        ("evaluate", ["agent=nowhere", "game=kou_ka_roi"], "nor is there a file"),
        ("evaluate", ["agent=greedy", "game=kou_ka_roi", "games=1"], "expected more than 3"),
        (
            "evaluate",
            ["agent=greedy", "game=kou_ka_roi", "games=1000000000000"],
            "games is 1000000000000, which takes",
        ),
        ("evaluate", ["agent=greedy", "game=kou_ka_roi", "json=no/x"], "json is no/x, expected"),
        (
            "evaluate",
            ["agent=greedy", "game=knatsch", "json=x", "plot=x"],
            "json, plot and records are x, x, expected different files",
        ),
        ("evaluate", ["agent=a", "threads=0"], "threads is 0, expected an integer"),
        (
            "evaluate",
            ["agent=greedy", "game=knatsch", "game.options.vatikan=true"],
            "argument 'vatikan'",
        ),
        ("evaluate", ["agent=greedy", "game=knatsch", "options=20"], "no value 'options'"),
        ("tournament", ["game=kou_ka_roi", "agents=[greedy,clever]"], "clever"),
        ("tournament", ["game=kou_ka_roi", "agents=greedy"], "at least two different"),
        ("tournament", ["agents=[greedy,random]"], "give game=NAME"),
    ],
)
def test_mistake_ends_a_command_with_one_clear_message(
    tmp_path, monkeypatch, name, arguments, message
):
    monkeypatch.chdir(tmp_path)
    done = run(name, *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not any(tmp_path.iterdir())
