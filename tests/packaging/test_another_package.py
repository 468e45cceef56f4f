"""A game of another package in all commands: installed, named as MODULE:SPEC, and removed."""

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hofspiele import envs
from hofspiele.envs.core import registry
from hofspiele.training.settings import own_networks
from tests.processes import printed
from tests.tables.servers import serving
from tests.training.commands import SMALL, error_of, output_of

PACKAGE = Path(__file__).parents[1] / "another_package"
NAME, OWN = "plain_high_card", "plain_high_card:SPEC"
NETWORK = "own_network:Residual"
QUICK = [*SMALL, "steps=256", "name=run"]


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    """Install the package, move its metadata to another folder, and return the one of modules."""
    project, folder = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("installed")
    shutil.copytree(PACKAGE, project, dirs_exist_ok=True)
    shutil.copytree(PACKAGE.with_name("fourth_game"), project / "high_card_rules")
    shutil.copy(PACKAGE.parents[1] / "examples" / "own_network.py", project)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", folder, project], check=True)
    (metadata,) = folder.glob("*.dist-info")
    (folder / "metadata").mkdir()
    shutil.move(metadata, folder / "metadata")
    return folder


@pytest.fixture
def installed(modules):
    """Return the folders of the installed package, whose modules use the same compiled code."""
    return modules, modules / "metadata"


@pytest.fixture
def hofspiele(tmp_path, monkeypatch):
    """Return a function that calls `output_of` or `error_of` in an empty folder.

    The command imports from `folders`.
    """

    def call(function, *arguments, folders):
        with monkeypatch.context() as patch:
            patch.chdir(tmp_path)
            for folder in folders:
                patch.syspath_prepend(folder)
            printed = function(*arguments)
        for name in ("plain_high_card", "high_card_rules", "high_card_rules.game"):
            sys.modules.pop(name, None)  # The next call may find other modules of these names.
        return printed

    return call


def test_an_installed_game_is_known_until_it_is_removed(hofspiele, installed, tmp_path):
    path = os.pathsep.join(map(str, installed))
    games = printed("-m", "hofspiele.console", "games", PYTHONPATH=path)
    assert f"{NAME}: Plain High Card\n" in games
    assert "damaged_game: game 'damaged_game' of the package plain-high-card can't" in games
    arguments = [f"game={NAME}", "agent=greedy", "opponents=random", "games=12"]
    recorded = (*arguments, "records=match.jsonl")
    shown = hofspiele(output_of, "evaluate", *recorded, folders=installed)
    assert "12 games on 4 deals" in shown
    # A game that can't be loaded stops no other game.
    error = hofspiele(error_of, "train", "game=damaged_game", folders=installed)
    assert "of the package plain-high-card can't be loaded" in error
    # The package has been removed.
    for command in (("evaluate", *arguments), ("replay", "match.jsonl")):
        error = hofspiele(error_of, *command, folders=[tmp_path])
        assert f"unknown game {NAME!r}" in error
    assert NAME not in hofspiele(output_of, "games", folders=[tmp_path])


def test_stored_run_imports_only_games_that_the_user_names(
    hofspiele, modules, tmp_path, monkeypatch
):
    # The tests' own game has the name of one in `modules`.
    monkeypatch.delitem(registry._specs, "high_card", raising=False)
    shown = hofspiele(output_of, "train", f"game={OWN}", *QUICK, folders=[modules])
    assert f"spec={OWN}" in shown
    for command, message in (
        (("evaluate", "agent=results/run"), "for your own game, MODULE:SPEC in commands"),
        (("replay", "results/run/games.jsonl"), "for your own game, MODULE:SPEC in commands"),
        (("play", "plain_high_card:HighCard"), "expected a GameSpec"),
    ):
        assert message in hofspiele(error_of, *command, folders=[modules])
    resume = ["train", "resume=results/run", "steps=300"]
    (tmp_path / "trap").mkdir()
    (tmp_path / "trap" / "plain_high_card.py").write_text("open('imported', 'w')\n")
    advice = f"type game={OWN} or trust=true"
    assert advice in hofspiele(error_of, *resume, folders=[tmp_path / "trap"])
    assert not (tmp_path / "imported").exists()
    hofspiele(output_of, *resume, f"game={OWN}", folders=[modules])
    hofspiele(output_of, *resume[:2], "steps=600", "trust=true", folders=[modules])
    other = (*resume[:2], "game=high_card_rules:SPEC")
    assert advice in hofspiele(error_of, *other, folders=[modules])


def test_names_of_games_import_nothing(tmp_path, monkeypatch):
    (tmp_path / "trap_game.py").write_text("raise SystemExit\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="trap_game:SPEC is not imported, because its name may"):
        envs.make("trap_game:SPEC")
    assert "trap_game" not in sys.modules


def test_the_page_shows_games_with_and_without_a_picture(installed, tmp_path, monkeypatch):
    for folder in installed:
        monkeypatch.syspath_prepend(folder)
    assert NAME in envs.game_names()
    monkeypatch.setattr(registry, "_specs", dict(registry._specs))
    with serving(tmp_path, tmp_path) as server:
        listed = [game["name"] for game in json.loads(server.ask("/api/games").body)["games"]]
        for name, targets in ((NAME, 0), ("painted_high_card", 3)):
            assert name in listed
            opened = server.open(["me", "greedy"], name)
            with opened.sit(0) as browser:
                seen = browser.look()
                assert len(seen["targets"]) == targets
                assert len(seen["parts"][0]) > 1000
                assert len(seen["actions"]) == 3


@pytest.mark.parametrize("name", [NAME, OWN], ids=["installed", "own"])
def test_every_command_takes_it(hofspiele, installed, modules, tmp_path, monkeypatch, name):
    """`name` is the name of an installed game, or of a module that Python can import."""
    monkeypatch.setattr(own_networks, "_registered", {})
    monkeypatch.delitem(registry._specs, "high_card", raising=False)
    folders = installed if name == NAME else [modules]
    game = [f"game={name}", "num_players=2"]
    # Files name the game; only a game that is not installed also needs `spec`.
    of_file, spec = ([], []) if name == NAME else (game, [f"spec={name}"])
    # So it is with the network: the package offers it, or the user types its module.
    network, own = ("residual", []) if name == NAME else (NETWORK, [f"networks=[{NETWORK}]"])
    quick = [*SMALL, "steps=256", "evaluation.opponents=[random]", "imitation.decisions=300"]
    position = {"game": NAME, "num_players": 2, "hands": [[3, 8, 16], [10, 11, 14]]}
    (tmp_path / "position.json").write_text(json.dumps(position))
    calls = [
        ["train", *game, *quick, "name=run", f"network.architecture={network}"],
        ["export", "agent=results/run", "to=agent.onnx", "positions=64", *spec, *own],
        ["evaluate", "agent=agent.onnx", *game, "games=8", "records=match.jsonl"],
        ["exploit", "agent=results/run", *of_file, *quick, "name=response", *own],
        ["tune", *game, *quick, "trials=1"],
        ["tournament", *game, "agents=[random,results/run]", "games=40", "results=ladder", *own],
        ["dataset", "agents=[results/run]", *of_file, "games=4", "to=data", *own],
        ["replay", "match.jsonl", "to=html", "agents=results/run", *spec, *own],
        ["draw", "position.json", "to=svg", "out=position.svg", *spec],
        ["watch", name, "agents=agent.onnx", "pace=0", "num_players=2"],
        ["play", name, "agents=results/run", "num_players=2", "record=played.jsonl", *own],
    ]
    moves = "".join(f"play {card}\n" for card in range(1, 17)) * 9  # Many are illegal.
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(moves.encode())))
    for arguments in calls:
        shown = hofspiele(output_of, *arguments, folders=folders)
    assert "Plain High Card, num_players=2" in shown
    for made in (
        "results/exploit/response/agent.safetensors",
        "results/tune/tune-trial-000/agent.safetensors",
        "ladder/tournament.json", "data/README.md", "match-game1.html", "position.svg",
        "played.jsonl",
    ):  # fmt: skip
        assert (tmp_path / made).stat().st_size, made


def test_its_components_are_written_if_it_has_a_package(hofspiele, modules, installed):
    # This process already has a game of the same name, so a new process is used.
    command = ("-m", "hofspiele.console", "components", "high_card_rules:SPEC")
    written = printed(*command, PYTHONPATH=str(modules))
    assert written == (modules / "high_card_rules" / "components.toml").read_text()
    hofspiele(error_of, "components", NAME, folders=installed)
