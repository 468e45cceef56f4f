import pytest

from hofspiele import envs


@pytest.mark.parametrize("name", ["kardinal", "knatsch", "kou_ka_roi"])
def test_written_components_equal_the_games_own(run, name, tmp_path):
    file = tmp_path / "mine.toml"
    status, printed, _ = run("components", name, f"to={file}")
    assert status == 0
    assert f"hofspiele play {name} components={file}" in printed
    mine, own = envs.make(name, components=str(file)), envs.make(name)
    assert mine.params.tobytes() == own.params.tobytes()


def test_existing_files_are_not_overwritten(run, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("mine")
    assert run("components", "kardinal", f"to={file}")[::2] == (
        2,
        f"error: {file} already exists; choose a different to=FILE\n",
    )
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "game is missing; set game=… (a game that `hofspiele games` lists"),
        (["chess"], "unknown game 'chess'"),
        (["kardinal", "out=x"], "unknown setting 'out'"),
        (["--game"], "--game has no value, expected game=VALUE"),
    ],
)
def test_wrong_input_is_reported_in_one_line(run, arguments, message):
    status, _, error = run("components", *arguments)
    assert (status, error.count("\n")) == (2, 1)
    assert message in error
