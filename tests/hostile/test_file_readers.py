"""Readers of damaged and malicious files return, or raise one line that names the file."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hofspiele import envs
from hofspiele.envs.core import read_records
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.files.read_write import RunError
from hofspiele.training.players.agent_file import FILE_NAME
from hofspiele.training.players.loading import load_agent
from hofspiele.training.runs.checkpoints import Checkpoints
from hofspiele.training.runs.curve import read_curve
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.start_or_resume import stored_settings
from hofspiele.training.settings.train import Train
from tests.component_files import own_file
from tests.games import ONE_OF_EACH_OWN_GAME
from tests.hostile.contents import NONSENSE, damaged, malicious, reworded
from tests.play import play_on
from tests.tables.corrupt import SETUP, damage, read_tables, write_tables
from tests.training.commands import SMALL, output_of
from tests.training.models import views_of


def load(file: Path) -> None:
    """Load an agent; if the file can be read, also let the agent decide."""
    game = envs.make("kou_ka_roi", num_players=2)
    load_agent(file, game).act(views_of(game, 3, plies=4), np.random.default_rng(1))


def replay(file: Path) -> None:
    """Replay all games of a file."""
    for record in read_records(file):
        record.replay()


def play(components: Path) -> None:
    """Make a game with these components; without the compiler, also play it to its end.

    The compiler would take minutes for each file.
    """
    game = envs.make(components.stem, components=components)
    if numba.config.DISABLE_JIT:
        for _ in play_on(game, game.new(1), 1):
            pass


def read_settings(config: Path) -> None:
    """Read the settings of a run that is resumed."""
    line = CommandLine(Train, ["resume=run"])
    stored_settings(RunFolder(config.parent), line.given, line.settings())


# The function that reads each file of a training run, and component files next to them.
READERS: dict[str, Callable[[Path], object]] = {
    FILE_NAME: load,
    "checkpoints/steps-000000000256": lambda file: Checkpoints(file.parent).read_newest(),
    "config.yaml": read_settings,
    "curve.jsonl": read_curve,
    "games.jsonl": replay,
    **{f"{case.name}.toml": play for case in ONE_OF_EACH_OWN_GAME},
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return the folder of a short training run."""
    results = tmp_path_factory.mktemp("results")
    values = ["num_players=2", "steps=256", "evaluation.opponents=[random]", "name=run"]
    output_of("train", *SMALL, *values, f"results={results}")
    for case in ONE_OF_EACH_OWN_GAME:
        (results / f"run/{case.name}.toml").write_text(own_file(case.name), encoding="utf-8")
    return results / "run"


@pytest.fixture(scope="module", params=READERS)
def file(request, run):
    """Return a file that can be read, and restore it afterwards."""
    path = run / request.param
    content = path.read_bytes()
    READERS[request.param](path)
    yield path
    path.write_bytes(content)


@pytest.fixture(scope="module")
def read(file, run):
    """Return a function that writes a content to the file, and reads it or gets a clear error."""

    def write_and_read(content: bytes) -> None:
        file.write_bytes(content)
        try:
            READERS[str(file.relative_to(run))](file)
        except (ValueError, RunError) as error:
            message = str(error)
        else:
            return
        assert str(file) in message or str(file.parent) in message
        assert "\n" not in message

    return write_and_read


@settings(deadline=timedelta(minutes=1))
@given(data=st.data())
def test_changed_files_are_read_or_refused_in_one_line(file, read, data):
    content = file.read_bytes()
    ways = [damaged] if file.suffix in (".safetensors", "") else [damaged, reworded]
    try:
        read(data.draw(data.draw(st.sampled_from(ways))(content)))
    finally:
        file.write_bytes(content)


def test_malicious_files_run_no_code(file, read, tmp_path):
    for content in malicious(tmp_path / "marker"):
        read(content)
    assert not (tmp_path / "marker").exists()


@given(
    field=st.sampled_from(["game", "options", "seed", "players", "ending"]),
    written=NONSENSE.map(repr)
    | reworded(b'{"num_players": 2, "components": null}').map(bytes.decode),
)
def test_damaged_tables_are_skipped(tmp_path_factory, field, written):
    folder = tmp_path_factory.mktemp("tables")
    file = write_tables(folder, SETUP, SETUP._replace(table=2))
    damage(file, 1, field, written)
    assert 2 in [table.setup.table for table in read_tables(folder)]
