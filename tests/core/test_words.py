"""Words for numbers."""

import pytest

from hofspiele.envs.core.text.words import percent


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0, "0 %"), (0.001, "<1 %"), (0.424, "42 %"), (0.9999, ">99 %"), (1, "100 %")],
)
def test_only_certainty_is_rounded_to_0_or_100_percent(chance, words):
    assert percent(chance) == words
