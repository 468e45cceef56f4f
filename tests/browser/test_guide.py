"""The guide through a person's first decisions in a browser."""

import re

import pytest

from tests.browser.person import assert_no_sideways_scrolling, begin

SHOWN = "#guide:not([hidden])"


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("game", ["kardinal", "knatsch", "kou_ka_roi"])
def test_first_decisions_are_explained(server, new_page, game, size):
    page = new_page(*size)
    person = begin(page, server, game, 2)
    assert "Touch a " in page.inner_text(SHOWN)
    assert "If the game ended now" not in page.inner_text(SHOWN)
    assert_no_sideways_scrolling(page)
    person.decide()
    person.wait_to_decide()
    text = page.inner_text(SHOWN)
    assert re.search(
        r"If the game ended now, your points would be \d+(, as before|; before) your last decision",
        text,
    )


def test_a_closed_guide_stays_closed_in_this_game_only(server, new_page):
    page = new_page()
    person = begin(page, server)
    place = page.locator("#picture").bounding_box()
    page.click("#guide button")
    assert not page.is_visible(SHOWN)
    assert page.locator("#picture").bounding_box() == place
    page.reload()
    person.wait_to_decide()
    assert not page.is_visible(SHOWN)
    begin(page, server, "knatsch", 2)
    assert page.is_visible(SHOWN)
