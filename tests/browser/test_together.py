"""Playing together in a browser: invitations, names, take-backs, rematches, finished tables."""

import re
from urllib.parse import urlsplit

import pytest

from hofspiele.play.server import address_for_others
from tests.browser.person import Person, begin, finish, lose_message
from tests.tables.servers import serving


def _copy(page):
    """Copy the first invitation; return what the page says."""
    page.locator("#invitations button").first.click()
    page.wait_for_function("() => document.querySelector('#invitations small').textContent")
    return page.inner_text("#invitations small >> nth=0")


def _finished(server, new_page):
    """Return a person who has finished a game against an agent."""
    person = begin(new_page(), server, name="Ada")
    finish(person)
    person.hurry()
    person.page.wait_for_selector("#curves svg")
    return person


def test_two_people_play_and_then_play_again(server, new_page):
    ada, bob = Person(new_page(), server), Person(new_page(), server)
    # An earlier visit has stored the name in the browser.
    ada.page.goto(ada.home)
    ada.page.evaluate("localStorage.setItem('name', 'Ada')")
    ada.open_table("kou_ka_roi", ["me", "person"])
    assert _copy(ada.page) == f"Copied {ada.invitation()}"
    words = ada.page.inner_text("#invitations .hint")
    assert words.startswith("Only this computer can open these links.")
    assert words.endswith("hofspiele serve host=0.0.0.0")
    page = bob.page
    page.goto(ada.invitation())
    page.fill("#own-name", "Bob")
    page.click("#naming button")
    ada.page.wait_for_selector("#players:has-text('Bob')")
    for person in (ada, bob):
        person.hurry()
    # The title and the icon show whose turn it is, and the own choice stays visible.
    icon = "document.querySelector('link[rel=icon]').href"
    assert page.title() == "Your turn: Kou-Ka-Roi – Hofspiele"
    on_turn = page.evaluate(icon)
    page.locator(".target.live").nth(1).click()
    row = page.locator("#ready button").first.inner_text()
    page.locator("#ready button").first.click()
    for _ in range(2):
        page.wait_for_selector(f"#prompt:has-text('You chose {row}. Waiting for Ada')")
        target = page.locator(".target.selected").get_attribute("data-target")
        assert target == row.partition(" (")[0]
        assert page.title() == "Kou-Ka-Roi – Hofspiele"
        assert page.evaluate(icon) != on_turn
        page.reload()
    chosen = ada.decide()
    bob.wait_to_decide()
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    assert page.evaluate(icon) == on_turn
    assert page.locator(".target.selected").count() == 0
    log = ada.page.locator("#log li")
    ada.page.wait_for_selector("#log li:nth-child(2)")
    assert log.first.inner_text() == f"1. Ada chose {chosen.partition(' (')[0]}"
    assert "Bob" in log.nth(1).inner_text()
    assert "Ada (you)" not in ada.page.inner_text("#players")
    page.goto(bob.home)
    page.locator("#own a:has-text('AdaBob')").first.click()
    assert bob.wait_to_decide()
    finish(ada, bob)
    assert ada.score_sheet() == bob.score_sheet()
    page.click("#rematch")
    ada.page.click("#rematch:has-text('Join the rematch')")
    for person in (ada, bob):
        person.page.wait_for_selector("#choice:not([hidden])")
        assert person.page.locator("#players .who").first.inner_text().startswith("Bob")
    assert page.inner_text("#players .seat-0 small").strip() == "you"
    # The browser knows the guest's name at the next table.
    ada.open_table("kou_ka_roi", ["me", "person"])
    page.goto(ada.invitation())
    ada.page.wait_for_selector("#players:has-text('Bob')")


def test_links_are_copied_without_a_secure_context(tmp_path, new_page):
    with serving(tmp_path, tmp_path, host="0.0.0.0") as server:
        address = address_for_others("0.0.0.0", server.port)
        if urlsplit(address).hostname.startswith("127."):
            pytest.skip("this machine has no network")
        # Chromium complains about headers that only work in secure contexts.
        person = Person(new_page(loud=True), server)
        person.home = address
        person.open_table("kou_ka_roi", ["me", "person"])
        assert not person.page.evaluate("isSecureContext")
        assert "can open these links" in person.page.inner_text("#invitations .hint")
        assert _copy(person.page) == f"Copied {person.invitation()}"
        assert person.invitation().startswith(address)
        person.page.click("#name-details summary")
        person.page.fill("#own-name", "")
        person.page.press("#own-name", "Control+V")
        assert person.page.input_value("#own-name") == person.invitation()[:40]


def test_placed_pieces_are_taken_back_against_agents(server, new_page):
    page = new_page()
    begin(page, server, "kardinal", 2)
    start = page.inner_text("#count")
    assert page.is_hidden("#takeback")
    page.click("#listing summary")
    page.fill("#filter", "abbey")
    page.locator("#actions button").first.click()
    page.wait_for_selector("#takeback:not([hidden])")
    assert page.inner_text("#count") != start
    page.click("#takeback")
    page.wait_for_function(
        "start => document.getElementById('count').textContent === start", arg=start
    )
    page.wait_for_selector("#choice:not([hidden])")
    assert page.is_hidden("#takeback")
    logged = int(start.split(" of ")[1])
    page.wait_for_function("n => document.querySelectorAll('#log li').length === n", arg=logged)


def test_finished_games_are_shown_again_to_players_and_spectators(server, new_page):
    page = _finished(server, new_page).page
    last = int(page.get_attribute("#slider", "max"))

    def at() -> int:
        return int(page.inner_text("#count").split(" of ")[0])

    result = page.inner_text("#prompt")
    assert "win" in page.inner_text("#log li:last-child")
    assert re.search(r"wins? with \d+ points?\.|draw\.", result)
    page.keyboard.press("Home")
    page.click("#scoring")
    first = at()
    assert 0 < first < last
    page.click("#scoring")
    assert at() == last
    page.click("#play")
    page.wait_for_selector("#play[aria-label^='pause']")
    page.wait_for_function("() => parseInt(document.getElementById('count').textContent) >= 3")
    page.click("#play")
    assert page.get_attribute("#play", "aria-label") == "play (space)"
    page.locator("#curves .graph").click(position={"x": 200, "y": 50})
    assert 0 < at() < last
    page.wait_for_function(
        "() => document.querySelector('#picture .region').getBoundingClientRect().top >= 0"
    )
    link, page = page.locator("#invitations input").last.input_value(), new_page()
    page.goto(link)
    page.wait_for_selector("#picture svg")
    assert page.inner_text("#prompt") == result
    assert sorted(page.locator("#players .who").all_inner_texts()) == ["Ada", "greedy"]
    page.click("#back")
    page.wait_for_function("() => !document.getElementById('prompt').matches('.over')")


def test_rematches_are_asked_for_again_and_finished_tables_deleted(server, new_page, monkeypatch):
    person = _finished(server, new_page)
    page = person.page
    with monkeypatch.context() as full:
        full.setattr("hofspiele.play.table_manager.MOST_OF_ONE_CLIENT", 0)
        page.click("#rematch")
        page.wait_for_selector("#why:has-text('the most this server allows')")
        assert page.is_enabled("#rematch")
    lose_message(page, "curves", reload=True)
    page.wait_for_selector("#curves svg")
    lose_message(page, "rematch")
    page.click("#rematch")
    page.click("#rematch:enabled")
    page.wait_for_selector("#choice:not([hidden])")
    page.goto(person.home)
    line = page.locator("#own li", has_text=re.compile(r"Ada.*greedy.* (won|shared the win), "))
    assert " : " in line.inner_text()
    page.on("dialog", lambda dialog: dialog.accept())
    # The rematch, in which the person has not decided yet, can be deleted, too.
    for deleted in (line, page.locator("#own li", has_text="so far").first):
        deleted.locator("[aria-label='delete this table']").click()
        deleted.wait_for(state="detached")
