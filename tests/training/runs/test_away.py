import pytest
from rich.console import Console

from hofspiele.training.runs.away import needs_of, receive, sent, visit
from hofspiele.training.runs.callbacks import DivergedError
from hofspiele.training.runs.opening import new_run
from hofspiele.training.runs.run import Run
from tests.training.models import write_shipped

QUIET = Console(quiet=True)
NAMING = ["num_players=2", "steps=256", "name=run"]


def kept(folder):
    names = ("config.yaml", "versions.json", "agent.pt", "evaluation.json", "games.jsonl")
    models = folder.path.rglob("model.pt")
    return {file.name: file.read_bytes() for file in [*models, *map(folder.path.joinpath, names)]}


def test_a_run_away_is_the_one_here(config_of, tmp_path, monkeypatch, capsys):
    target, rival = tmp_path / "target.pt", tmp_path / "rival" / "agent.pt"
    rival.parent.mkdir()
    for file in (target, rival):
        write_shipped(file, "kou_ka_roi")
    named = f"evaluation.opponents=[{target}]", "++opponents.shares.rival=0.5"
    monkeypatch.chdir(tmp_path)
    run = new_run(config_of(*NAMING, *named), QUIET)
    leaving = sent(run.config, run.folder)
    assert set(leaving.agents) == {str(target), "rival"}
    here = run.complete(), kept(run.folder)
    run.folder.path.rename(tmp_path / "here")
    run.folder.path.mkdir()
    for file in (target, rival):
        file.unlink()  # on another machine it is not there
    capsys.readouterr()
    returned = visit(Run.complete, leaving)
    assert (receive(returned, run.folder), kept(run.folder)) == here
    assert str(run.folder.games) in capsys.readouterr().out


def test_what_goes_wrong_away_is_told_of_the_folder_here(config_of):
    run = new_run(config_of(*NAMING), QUIET)

    def diverge(run):
        run.folder.diverged.write_bytes(b"weights")
        raise DivergedError(f"they are kept as {run.folder.diverged}")

    returned = visit(diverge, sent(run.config, run.folder))
    with pytest.raises(DivergedError, match=f"^they are kept as {run.folder.diverged}$"):
        receive(returned, run.folder)
    assert run.folder.diverged.read_bytes() == b"weights"


def test_an_agent_whose_module_is_another_there_is_refused(config_of, tmp_path, monkeypatch):
    module = tmp_path / "own_of_run.py"
    module.write_text("from hofspiele.envs.agents import RandomAgent as Mine\n")
    monkeypatch.syspath_prepend(tmp_path)
    run = new_run(config_of(*NAMING, "evaluation.opponents=['own_of_run:Mine']"), QUIET)
    leaving = sent(run.config, run.folder)
    module.write_text(module.read_text() + "# another version\n")
    with pytest.raises(ValueError, match=r"on .*: own_of_run:Mine is another there"):
        receive(visit(Run.complete, leaving), run.folder)


def test_what_comes_back_replaces_whole_folders(config_of):
    run = new_run(config_of(*NAMING), QUIET)
    old = run.folder.checkpoints / "steps-000000000256"
    old.mkdir(parents=True)
    leaving = sent(run.config, run.folder)
    (old / "model.pt").write_bytes(b"")

    def interrupt(run):
        new = run.folder.checkpoints / "steps-000000000512"
        new.mkdir(parents=True)
        (new / "model.pt").write_bytes(b"new")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        receive(visit(interrupt, leaving), run.folder)
    assert [path.name for path in run.folder.checkpoints.iterdir()] == ["steps-000000000512"]
    assert not [*run.folder.path.glob(".*.tmp")]


@pytest.mark.parametrize(
    ("value", "needs"),
    [
        ("table_threads=2", {"CPU": 2}),
        ("torch_threads=3", {"CPU": 3}),
        ("device=cuda", {"CPU": 1, "GPU": 1}),
    ],
)
def test_threads_and_graphics_cards_are_asked_for(config_of, value, needs):
    assert needs_of(config_of(value)) == needs
