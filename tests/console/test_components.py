import pytest

from hofspiele import envs
from tests.training.commands import error_of, output_of


@pytest.mark.parametrize("name", ["kardinal", "knatsch", "kou_ka_roi"])
def test_written_components_equal_the_games_own_and_are_not_overwritten(name, tmp_path):
    file = tmp_path / "mine.toml"
    printed = output_of("components", name, f"to={file}")
    assert f"hofspiele play {name} components={file}" in printed
    mine, own = envs.make(name, components=str(file)), envs.make(name)
    assert mine.params.tobytes() == own.params.tobytes()
    file.write_text("mine")
    advice = f"error: {file} already exists; choose a different to=FILE\n"
    assert error_of("components", name, f"to={file}") == advice
    assert file.read_text() == "mine"
