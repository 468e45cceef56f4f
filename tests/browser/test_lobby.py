"""The start page in a browser."""

import re
import threading

import pytest

from hofspiele.play import loading
from hofspiele.play.agent_tasks import warm_up
from tests.browser.person import COMPILING_MS, Person, assert_no_sideways_scrolling
from tests.tables.servers import serving

GAMES = ("kardinal", "knatsch", "kou_ka_roi")


@pytest.mark.parametrize(
    ("game", "size"),
    [("kardinal", (1280, 800)), ("knatsch", (820, 1180)), ("kou_ka_roi", (390, 844))],
)
def test_each_game_has_a_card_and_starts_with_one_click(server, new_page, game, size):
    page, name = new_page(*size), "<img src=x>"
    person = Person(page, server)
    page.goto(person.home)
    page.wait_for_selector(".play")
    page.wait_for_function("() => [...document.images].every((one) => one.naturalWidth > 0)")
    assert page.locator(".game img").count() == len(GAMES)
    words = page.inner_text("#game-kou_ka_roi")
    assert "2 to 4 players; each makes about 16 decisions" in words
    assert page.get_attribute("#game-knatsch a", "href") == "/rules/knatsch"
    assert_no_sideways_scrolling(page)
    page.fill("#name", name)
    page.click(f"#game-{game} .play")
    page.wait_for_selector("#picture svg", timeout=COMPILING_MS)
    assert person.wait_to_decide()
    players = page.locator("#players .who").all_inner_texts()
    assert players == [f"{name} you", "greedy 1", "greedy 2"]
    assert page.locator("#players img").count() == 0
    assert page.inner_text("#about") == ""
    page.goto(person.home)
    page.wait_for_selector("#own a")
    # Tables at which nobody has decided are only in the list of one's own.
    assert page.locator("#own li [aria-label='delete this table']").count() == 1
    assert page.locator("#all li", has_text=name).count() == 0
    first = page.locator("#own li").first
    assert re.search(
        r"your turn, 0 decisions so far, (just now|\d minutes? ago)$", first.inner_text()
    )
    first.locator("img").scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('#own img').naturalWidth > 0")


def test_options_have_names_for_people_and_wrong_values_are_explained(server, new_page):
    page = new_page(loud=True)
    person = Person(page, server)
    page.goto(person.home)
    page.click("#game-knatsch .choose")
    assert page.is_hidden("#seed")
    page.click("#more summary")
    page.fill("#option-max_turns", "many")
    page.click("#open")
    page.wait_for_selector("#failure:has-text('Turn limit is')")
    page.click("#game-kardinal .choose")
    assert page.inner_text("#new-title") == "New table: Kardinal & König"
    labels = page.locator("#setup label").all_inner_texts()
    assert labels == [
        *(f"Seat {number}" for number in range(1, 5)), "Players", "Der Vatikan", "Two countries",
        "Seed",
    ]  # fmt: skip
    page.select_option("#option-num_players", "3")
    page.select_option("#seat-2", "person")
    assert page.is_disabled("#seed")
    page.check("#option-vatikan")
    for seat in range(1, 3):
        page.select_option(f"#seat-{seat}", "agent greedy")
    assert page.is_enabled("#seed")
    page.click("#open")
    page.wait_for_selector("#picture svg", timeout=COMPILING_MS)
    assert person.wait_to_decide()
    assert page.inner_text("#about") == "Der Vatikan"


def test_a_continued_game_keeps_its_agents_and_the_next_form_forgets_it(server, new_page):
    page = new_page(390, 844)
    person = Person(page, server)
    origin = server.open(["random", "greedy", "random"], seed=3).finished().table
    page.goto(f"{person.home}#from={origin}&decision=3")
    page.wait_for_selector(f"#new-title:has-text('Continue table {origin} after decision 3')")
    assert page.locator("#seats select").evaluate_all("all => all.map(({ value }) => value)") == [
        "agent random", "agent greedy", "agent random",
    ]  # fmt: skip
    assert 0 <= page.locator("#new-title").bounding_box()["y"] < 400
    page.click("#game-kardinal .choose")
    assert 0 <= page.locator("#new-title").bounding_box()["y"] < 400
    page.select_option("#seat-0", "agent random")
    page.select_option("#seat-1", "me")
    page.select_option("#option-num_players", "3")
    assert page.locator("#seats select").evaluate_all("all => all.map(({ value }) => value)") == [
        "agent random", "me", "agent trained",
    ]  # fmt: skip
    page.click("#open")
    page.wait_for_selector("#picture svg", timeout=COMPILING_MS)
    assert person.wait_to_decide()
    assert page.inner_text("#title") == "Kardinal & König"


def test_the_page_says_what_is_loading_and_then_opens_the_table(tmp_path, new_page, monkeypatch):
    page, released = new_page(), threading.Event()
    monkeypatch.setattr(loading, "warm_up", lambda game: (released.wait(60), warm_up(game)))
    with serving(tmp_path, tmp_path, load_games=True) as server:
        person = Person(page, server)
        page.goto(person.home)
        page.wait_for_selector(".status:has-text('Loading the game …')")
        page.wait_for_selector("#game-knatsch .status:has-text('Will be loaded after')")
        page.click("#game-knatsch .play")
        page.wait_for_selector("#game-knatsch .status:has-text('Opening the table …')")
        assert page.is_disabled("#game-kardinal .play")
        released.set()
        page.wait_for_selector("#picture svg", timeout=COMPILING_MS)
        assert person.wait_to_decide()
        page.close()  # Otherwise it would report that the server stops.
