"""The page of a replay in a browser."""

import re

from hofspiele.envs.agents import GreedyAgent, SearchAgent
from hofspiele.envs.pictures.theme import DARK
from hofspiele.envs.replay import Cut, write_replay
from tests.browser.person import assert_no_sideways_scrolling
from tests.games import OWN_CASES


def test_buttons_and_keys_show_the_right_position(record_of, tmp_path, new_page):
    record = record_of(OWN_CASES[0])
    write_replay(record, tmp_path / "game.html", "html")
    address, decisions = (tmp_path / "game.html").as_uri(), len(record.actions)
    page = new_page(390, 800)
    page.goto(address)

    def at(number: int) -> None:
        page.wait_for_function(
            "wanted => document.getElementById('count').textContent === wanted",
            arg=f"{number} of {decisions}",
        )

    at(0)
    page.click("#forward")
    at(1)
    page.keyboard.press("ArrowRight")
    at(2)
    page.click("#back")
    at(1)
    page.keyboard.press("End")
    at(decisions)
    page.keyboard.press("Home")
    at(0)
    page.locator("#moves button").nth(4).click()
    at(5)
    page.click("#scoring")
    page.wait_for_function("() => parseInt(document.getElementById('count').textContent) > 5")
    page.select_option("#pace", "100")
    page.keyboard.press("Home")
    page.click("#play")
    page.wait_for_function("() => parseInt(document.getElementById('count').textContent) >= 3")
    page.click("#play")
    for view in range(page.locator("#view option").count()):
        page.select_option("#view", str(view))
        assert page.locator("#picture svg").count() > 3, "regions are not below each other"
    assert_no_sideways_scrolling(page)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function("() => document.querySelectorAll('#picture svg').length === 1")
    assert page.locator("#picture rect").first.get_attribute("fill") == DARK.background
    page.set_viewport_size({"width": 390, "height": 800})
    # Links can start replays, unless motion is reduced.
    page.goto("about:blank")
    page.goto(f"{address}#playing")
    page.wait_for_selector("#picture svg")
    assert page.inner_text("#play") == "play"
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.wait_for_function("() => parseInt(document.getElementById('count').textContent) >= 1")


def test_chances_are_shown_with_intervals(record_of, tmp_path, new_page):
    file = tmp_path / "game.html"
    write_replay(
        record_of(OWN_CASES[0]), file, "html", Cut(agents=(GreedyAgent(), SearchAgent(20)))
    )
    page = new_page(390, 800)
    page.goto(file.as_uri())
    page.wait_for_selector("#picture svg")
    interval = re.compile(r"[\d.]+ % \([\d.]+ % – [\d.]+ %\)")
    page.click("#agents button:last-child")
    assert "chance of winning (95 % interval)" in page.inner_text("#expected")
    assert interval.search(page.locator("#ranking li").first.inner_text())
    page.click("#forward")
    page.select_option("#measure", label="chance of winning")
    assert all(interval.search(text) for text in page.locator(".legend b").all_inner_texts())
    page.keyboard.press("End")
    assert "0 %" in page.locator(".legend b").all_inner_texts()
    assert_no_sideways_scrolling(page)
