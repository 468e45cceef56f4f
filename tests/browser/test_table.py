"""Tables in a browser: complete games, lost connections and restarts."""

import re
import shutil
from random import Random

import pytest

from hofspiele.envs.core import GameRecord
from hofspiele.training.players.shipped import FOLDER
from tests.browser.conftest import FAILING
from tests.browser.person import (
    Person,
    assert_no_sideways_scrolling,
    begin,
    finish,
    is_in_view,
    lose_message,
)
from tests.tables.servers import running, serving

# The elements that a keyboard can reach but a screen reader can't name.
_NAMELESS = """() => [...document.querySelectorAll("a[href], button, input, select, [tabindex]")]
    .filter((one) => one.tabIndex >= 0)
    .filter((one) => one.checkVisibility())
    .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length
      || one.getAttribute("aria-labelledby")))
    .map((one) => one.outerHTML.slice(0, 100))"""
# The texts with a contrast below 4.5, as WCAG 2 defines it.
_FAINT = """() => {
    const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => parts(colour).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const behind = (one) => {
      const colour = getComputedStyle(one).backgroundColor;
      return parts(colour)[3] === 0 && one.parentElement ? behind(one.parentElement) : colour;
    };
    const contrast = (one) => {
      const pair = [getComputedStyle(one).color, behind(one)].map(light);
      return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    };
    return [...document.querySelectorAll("body :not(svg *, script)")]
      .filter((one) => one.checkVisibility() && !one.disabled)
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
      .filter((one) => contrast(one) < 4.5).map((one) => one.outerHTML.slice(0, 100));
}"""


def _record(person, server):
    link = person.page.get_attribute("#record", "href")
    return GameRecord.from_json(server.ask(link).body.decode())


@pytest.mark.parametrize(
    ("game", "agents", "options", "first"),
    [
        ("kou_ka_roi", 2, {}, 20),
        ("kardinal", 4, {"vatikan": True}, 100),
        ("knatsch", 1, {"max_turns": 12}, 0),
    ],
)
def test_a_person_plays_to_the_end_by_touch_and_by_keys(
    server, new_page, game, agents, options, first
):
    person, chance = Person(new_page(), server), Random(1)
    if first:  # The page draws every position, so the person plays only the end of a long game.
        origin = server.open((1 + agents) * ["greedy"], game, options, seed=3).finished()
        seats = ["me", *agents * ["greedy"]]
        opened = server.posted({"from": origin.table, "decision": first, "seats": seats})
        person.page.goto(f"{person.home}table#{opened.tokens[0]}")
    else:
        person.open_table(game, ["me"] + agents * ["agent greedy"], **options)
    person.hurry()
    ways = [Person.decide, Person.decide_by_keys]
    assert person.play_to_the_end(lambda person: chance.choice(ways)(person)) > 2
    played, state = _record(person, server).replay()
    assert person.score_sheet() == played.score_sheet(state)
    names = person.page.locator("#players .who").all_inner_texts()
    heads = person.page.locator("#sheet thead [aria-label]").all()
    assert sorted(head.get_attribute("aria-label") for head in heads) == sorted(
        name.removesuffix(" you") for name in names
    )
    assert person.page.locator("#log li").count() == len(_record(person, server).actions)


def test_seats_and_closed_guides_survive_a_reload_and_the_back_button(server, new_page):
    page = new_page()
    person = Person(page, server)
    person.open_table("kou_ka_roi", ["me", "agent greedy"])
    person.hurry()
    person.wait_to_decide()
    place = page.locator("#picture").bounding_box()
    page.click("#guide button")
    assert page.locator("#picture").bounding_box() == place
    person.decide()

    def is_as_before() -> bool:
        decides = person.wait_to_decide() and page.is_hidden("#guide")
        return decides and page.inner_text("#count") == count

    person.wait_to_decide()
    count = page.inner_text("#count")
    page.reload()
    assert is_as_before()
    page.go_back()
    page.locator("#own a").first.click()
    assert is_as_before()
    page.go_back()
    page.go_forward()
    assert is_as_before()
    begin(page, server, "knatsch", 2)
    assert page.is_visible("#guide")


def test_pages_reconnect_after_a_lost_message_and_a_restart_of_the_server(tmp_path, new_page):
    page = new_page(loud=True)
    with running(tmp_path) as (server, process):
        person = begin(page, server)
        lose_message(page, "")
        person.decide()
        page.wait_for_function("() => window.messageLost")
        person.wait_to_decide()
        person.decide()
        person.wait_to_decide()
        page.wait_for_function(
            "() => document.getElementById('count').textContent.endsWith("
            "` of ${document.querySelectorAll('#log li').length}`)"
        )
        process.kill()
        page.wait_for_selector("body.lost")
        assert page.inner_text("#prompt") == "Connection lost; reconnecting …"
        assert page.title() == "Kou-Ka-Roi – Hofspiele"
        assert not page.locator(".target.live, #ready button").count()
    with running(tmp_path, f"port={server.port}") as (server, _):
        page.wait_for_selector("body:not(.lost)")
        person.wait_to_decide()
        assert page.inner_text("#prompt").startswith("Your turn")
        person.decide()
        finish(person)
        record = _record(person, server)
        record.replay()
        lines = "lines => document.querySelectorAll('#log li').length === lines"
        page.wait_for_function(lines, arg=len(record.actions))


# The number of decisions shown, and of visible lines, once the log has lines of later decisions.
_LOG = """() => {
    const [at] = document.getElementById("count").textContent.split(" of ").map(Number);
    const lines = [...document.querySelectorAll("#log li")];
    if (lines.length < at + 2) return null;
    return [at, lines.filter((line) => line.checkVisibility()).length];
}"""


def test_the_log_does_not_run_ahead_of_the_picture(server, new_page):
    page = new_page()
    person = begin(page, server, agents=3)
    page.select_option("#pace", "2500")
    person.decide()
    at, visible = page.wait_for_function(_LOG).json_value()
    assert at - 1 <= visible <= at
    person.hurry()
    person.wait_to_decide()  # Nothing is added to the log from here on.
    page.wait_for_function("() => !document.querySelector('#log li[hidden]')")
    page.click("#start")
    assert page.locator("#log li:visible").count() == page.locator("#log li").count()


def _answer_of_coach(page):
    """Return the coach's answer once it no longer thinks."""
    page.wait_for_function(
        "() => !/^(Thinking|$)/.test(document.getElementById('coach-answer').textContent)"
    )
    return page.inner_text("#coach-answer")


def test_errors_of_agents_replace_the_thinking_of_the_coach(server, new_page):
    page = new_page(loud=True)
    begin(page, server)
    page.select_option("#coach-agent", FAILING)
    page.click("#advise")
    answer = _answer_of_coach(page)
    assert answer.startswith(f"No advice from {FAILING}: ")
    assert "RuntimeError('no idea')" in answer
    assert page.inner_text("#why") == ""
    lose_message(page, "advice")
    page.click("#advise")
    assert _answer_of_coach(page).startswith("The connection was lost before the answer came")


def test_the_coach_shows_chances_and_everything_has_a_name_and_enough_contrast(server, new_page):
    page = new_page()
    begin(page, server)
    page.select_option("#coach-agent", "search-50")
    page.click("#advise")
    page.wait_for_selector(".thoughts li")
    chances = page.locator("#coach-answer .estimates:not(.thoughts) li").all_inner_texts()
    assert len(chances) == 2
    assert "Guest (you)" in chances[0]
    assert "greedy" in chances[1]
    assert all(re.search(r"[\d.]+ % \([\d.]+–[\d.]+\)", chance) for chance in chances)
    actions = page.locator("#coach-answer :is(.choice, .thoughts) button").all()
    best, other = (one.inner_text() for one in actions[:2])
    assert (
        page.locator(".target.advised").get_attribute("aria-label").startswith(best.split(" (")[0])
    )
    assert re.fullmatch(r"♛ [\d.]+ %", page.locator(".advice text").text_content())
    for words, button in ((other, actions[1]), (best, actions[0])):
        button.click()
        assert page.inner_text("#ready button.strong") == words
        assert page.locator(".target.selected").get_attribute("data-target") == words.split(" (")[0]
    for action in page.locator(".thoughts li").all_inner_texts():
        assert re.search(
            r"about equal|(better|worse) by [\d.]+ percentage points \([\d.]+–[\d.]+\)", action
        )
    overflow = page.locator("#coach-answer .estimates b").evaluate_all(
        "chances => chances.map((one) => (one.textContent = '99.7 % (99.2–99.9)', one))"
        ".map((one) => one.scrollWidth - one.clientWidth)"
    )
    assert set(overflow) == {0}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(_NAMELESS) == []
        assert page.evaluate(_FAINT) == []
    page.click("#infer")
    page.wait_for_selector("#coach-answer summary")
    assert "These numbers are exact" in page.inner_text("#coach-answer")


# The middle of the target that has the focus.
_FOCUS = """() => {
    const { x, y, width, height } = document.activeElement.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""


def test_people_who_hear_the_page_know_guide_owners_and_points_and_move_by_direction(
    server, new_page
):
    page = new_page()
    person = begin(page, server, "kardinal", 2, name="Ada")
    assert page.inner_text("#bar .unseen").startswith("Touch a framed monastery")
    person.decide()
    page.click("#in-words summary")
    # The own abbey is named as soon as the server has answered.
    page.wait_for_function("() => / Ada[,;]/.test(document.getElementById('words').textContent)")
    words = page.inner_text("#words")
    assert "points of Ada if the game ended now: abbeys " in words
    assert "free, " in words
    assert "player" not in words
    begin(page, server, "kardinal", 2)
    page.locator(".target.live").first.focus()
    for key, axis, sign in (("ArrowDown", 1, 1), ("ArrowRight", 0, 1), ("ArrowUp", 1, -1)):
        before = page.evaluate(_FOCUS)
        page.keyboard.press(key)
        assert sign * (page.evaluate(_FOCUS)[axis] - before[axis]) > 1


def test_reviews_show_own_decisions_first(server, new_page):
    page = new_page(390, 844)
    person = begin(page, server)
    finish(person)
    bar = page.wait_for_selector("#players .share")
    page.click("#review")
    page.wait_for_function(
        "() => / [1-9]\\d* of \\d+ decisions, about .* for the others/.test("
        "document.querySelector('#coach-answer .waiting')?.textContent)",
        polling=10,
    )
    assert bar.evaluate("bar => bar.isConnected"), "the bars of points grow again"
    page.click("#coach-answer button")
    page.wait_for_selector("#coach-answer .graph")
    assert re.search(r"\d+ of \d+ decisions are not judged yet", page.inner_text("#coach-answer"))
    page.click("#review")
    page.wait_for_selector("#coach-answer .graph")
    assert page.locator("#coach-answer h3").first.inner_text() == "My decisions"
    assert "After each choice, as you could estimate them" in page.inner_text("#coach-answer")
    buttons = page.locator(":is(#result, #log, #coach) button:visible").all()
    assert min(button.bounding_box()["height"] for button in buttons) >= 44
    legend = page.locator("#coach .legend li").all_inner_texts()
    assert legend == ["Guest (you)", "greedy"]
    assert_no_sideways_scrolling(page)


# A phone upright and on its side, which leave the least room.
_SIZES = [(390, 844), (844, 390)]


@pytest.mark.parametrize("size", _SIZES)
def test_the_bar_stays_in_sight_with_reasons_and_covers_nothing(server, new_page, size):
    page = new_page(*size)
    person = begin(page, server, "kardinal", 2)
    # On low screens, the guide is one line until it is touched.
    assert size[1] > 500 or page.locator("#guide p").first.bounding_box()["height"] < 24
    page.click("#guide p >> nth=0")
    assert page.locator("#guide p").first.bounding_box()["height"] > 24
    page.locator(".target:not(.live)").first.dispatch_event("click")
    page.wait_for_selector("#why:not(:empty)")
    # The page makes room for the bar after the bar has grown.
    page.wait_for_function(
        """() => {
            scrollTo(0, document.body.scrollHeight);
            const [coach, bar] = ["coach", "bar"].map((id) =>
                document.getElementById(id).getBoundingClientRect());
            return coach.bottom <= bar.top;
        }"""
    )
    assert all(is_in_view(page, part) for part in ("#prompt", "#why"))
    assert page.locator("#bar").bounding_box()["height"] < size[1] / 2
    person.decide()
    person.wait_to_decide()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert is_in_view(page, "#takeback")


def test_the_bar_stays_in_sight_with_the_result(server, new_page):
    person = begin(new_page(), server, "kardinal", 2)
    finish(person)
    for size in _SIZES:
        page = new_page(*size)
        page.goto(person.page.url)
        page.wait_for_selector("#prompt.over")
        assert is_in_view(page, "#prompt.over")
        page.click("#see-result")
        page.wait_for_selector("#decided button")
        assert is_in_view(page, "#result h2:text('Result')")
        assert page.locator("#result").get_by_text("won").count() == 1
        decided = re.search(
            r"took the lead for good with decision (\d+) of", page.inner_text("#decided")
        )
        names = page.locator("#sheet th[scope=row]").all_inner_texts()
        assert any(f"{name} +" in page.inner_text("#decided") for name in names)
        result = page.inner_text("#sheet"), page.inner_text("#players")
        page.click("#decided button")
        page.wait_for_function(
            "at => document.getElementById('count').textContent.startsWith(`${at} of`)",
            arg=decided[1],
        )
        assert (page.inner_text("#sheet"), page.inner_text("#players")) == result
        assert page.locator("#result :is(#rematch, #record, .graph):visible").count() == 3


def test_focus_stays_with_the_decision(server, new_page):
    page = new_page()
    person = begin(page, server)
    person.decide_by_keys()
    for _ in range(3):
        assert person.wait_to_decide()
        page.wait_for_function("() => document.activeElement.matches('#picture .target')")
        assert re.match(r'- button "row \d: \w+', person.focused())
        page.keyboard.press(" ")
        assert re.match(r"Ready to confirm: row \d", page.inner_text("#announcement"))
        page.keyboard.press("Tab")
        assert re.fullmatch(r'- button "row \d \(.+\)"', person.focused())
        page.keyboard.press("Enter")


def test_watched_games_can_be_continued_from_a_decision(server, new_page, monkeypatch):
    monkeypatch.setattr("hofspiele.play.coach.REVIEW_SECONDS", 0)  # Judge few decisions.
    page = new_page()
    person = Person(page, server)
    person.open_table("kou_ka_roi", 2 * ["agent greedy"])
    page.wait_for_selector("#review:not([hidden])")
    # The result is not shown before the last position.
    assert page.evaluate(
        "() => document.getElementById('after').hidden || count.value.match(/(\\d+) of \\1$/)"
    )
    person.hurry()
    page.click("#live")
    page.wait_for_selector("#after:not([hidden])")
    page.click("#review")
    page.wait_for_selector("#coach-answer .graph")
    page.click("#start")
    page.click("#forward")
    page.click("#continue")
    page.wait_for_selector("#new-title:has-text('after decision 1')")
    page.select_option("#seat-0", "me")
    page.click("#open")
    assert person.wait_to_decide()
    assert page.inner_text("#log li:first-child").startswith("1. ")


def test_resting_tables_resume(tmp_path, new_page):
    page = new_page(390, 844)
    own = tmp_path / ("a_run_with_a_name_that_is_longer_than_a_phone_is_wide" * 2)
    own.mkdir()
    shutil.copy(FOLDER / "kou_ka_roi.safetensors", own / "agent.safetensors")
    own /= "agent.safetensors"
    with serving(tmp_path, tmp_path / "none", also=[str(own)], away_hours=1 / 3600) as server:
        person = Person(page, server)
        person.open_table("kou_ka_roi", ["me", f"agent {own}"])
        person.wait_to_decide()
        page.select_option("#coach-agent", str(own))
        page.click("#advise")
        page.wait_for_selector(".thoughts li")
        assert_no_sideways_scrolling(page)
        page.goto(person.home)
        page.wait_for_selector("#own li:has-text('your turn')")
        assert_no_sideways_scrolling(page)
        page.locator("#own a").click()
        assert person.wait_to_decide()
        page.close()  # Without its server, the page would complain that it cannot connect.
