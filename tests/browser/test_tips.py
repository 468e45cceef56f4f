"""Explanations of the picture in a browser."""

import pytest

from tests.browser.person import begin


def point_at(page, words):
    """Move the pointer to the part of the picture whose explanation contains `words`."""
    box = page.locator(f".tip[data-tip*='{words}']").first.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def explanation(page):
    return page.locator("#tip:not([hidden])").inner_text()


@pytest.mark.parametrize(
    ("game", "explanations"),
    [
        ("kou_ka_roi", ["the outermost card, which goes to the box",
                        "10 points for every player with the most churches"]),
        ("kardinal", ["a free monastery", "the draw pile"]),
        ("knatsch", ["to take it, beat", "wins the game by beating his combination"]),
    ],
)  # fmt: skip
def test_the_pointer_and_the_keyboard_find_explanations(server, new_page, game, explanations):
    page = new_page()
    person = begin(page, server, game, 2)
    for words in explanations:
        point_at(page, words)
        shown = explanation(page)
        assert words.lower() in shown.lower()
        box = page.locator("#tip").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 1280
        assert 0 <= box["y"] <= 800 - box["height"]
        page.mouse.move(1, 1)
        assert page.is_hidden("#tip")
    person.tab_to(".target")
    assert explanation(page)
    person.tab_to("button")
    assert page.is_hidden("#tip")


def test_a_touch_explains_until_something_else_is_touched(server, new_page):
    page = new_page(390, 844, touch=True)
    begin(page, server, "knatsch", 2)
    box = page.locator(".tip[data-tip*='wins the game by beating his combination']").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert "king" in explanation(page)
    page.locator("#count").tap()
    assert page.is_hidden("#tip")
    page.locator(".target.live").first.tap()  # This selects the target and explains nothing.
    page.wait_for_selector(".target.selected")
    page.wait_for_timeout(600)
    assert page.is_hidden("#tip")
