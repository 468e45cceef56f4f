import pytest

from hofspiele.envs.core.text.suggest import nearest, unexpected_keyword

KNOWN = ("num_players", "vatikan", "two_countries", "reward")


@pytest.mark.parametrize(
    ("name", "meant"),
    [("vatican", "vatikan"), ("num_player", "num_players"), ("rewards", "reward")],
)
def test_the_nearest_name_is_suggested(name, meant):
    assert nearest(name, KNOWN) == f"; did you mean {meant!r}?"


def test_nothing_is_suggested_if_no_name_is_similar():
    assert nearest("colour", KNOWN) == ""
    assert nearest("colour", ()) == ""


def test_the_error_of_an_unexpected_keyword_reads_as_pythons_own():
    def make():
        """Take no arguments."""

    with pytest.raises(TypeError) as pythons_own:
        make(colour="red")
    error = unexpected_keyword("make", "colour", iter(KNOWN))
    assert type(error) is TypeError
    said, _, advice = str(error).partition("; ")
    assert str(pythons_own.value).endswith(said)
    assert advice == f"it takes: {', '.join(KNOWN)}"
    error = unexpected_keyword("make", "vatican", iter(KNOWN))
    assert str(error).endswith("unexpected keyword argument 'vatican'; did you mean 'vatikan'?")
