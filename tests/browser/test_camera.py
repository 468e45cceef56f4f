"""The view of the picture: what is in sight, and how large it is."""

import re

import pytest

from tests.browser.person import assert_no_sideways_scrolling, begin, is_in_view

# Whether the middle of a target is inside the view of its region.
_IN_SIGHT = """name => {
    const rect = document.querySelector(`[data-target="${name}"]`);
    const [box, view] = [rect, rect.closest(".region")].map((one) => one.getBoundingClientRect());
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    return x > view.left && x < view.right && y > view.top && y < view.bottom;
}"""
# The smallest side of the targets that can be touched, and the smallest text in the picture, in
# pixels; texts are outlines, whose font size is 500 units.
_SMALLEST = """async () => {
    // The view is fitted to a window of another size when that is shown.
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    const sizes = [...document.querySelectorAll(".target.live")]
      .map((rect) => rect.getBoundingClientRect())
      .map(({ width, height }) => Math.min(width, height));
    const texts = [...document.querySelectorAll(".region path[transform*='scale'][d^='M0 0']")]
      .map((path) => 500 * path.getScreenCTM().a);
    return [Math.min(...sizes, 100), Math.min(...texts), texts.length];
}"""
_SCALE = "() => document.querySelector('.broad svg').getScreenCTM().a"
_PINCH = """() => {
    const place = document.querySelector(".broad .region");
    const { left, top, width, height } = place.getBoundingClientRect();
    const finger = (identifier, away) => new Touch({
      identifier, target: place, clientX: left + width / 2 + away, clientY: top + height / 2,
    });
    for (const [kind, away] of [["touchstart", 50], ["touchmove", 25]]) {
      const touches = [finger(0, -away), finger(1, away)];
      place.dispatchEvent(new TouchEvent(kind, { touches, bubbles: true, cancelable: true }));
    }
}"""
# The sizes of screens, and the minimum sizes of targets and texts on them.
_SCREENS = {
    "mouse": ([(1440, 900)], 24, 11),
    "touch": ([(1180, 820), (820, 1180), (390, 844)], 44, 12),
}


@pytest.mark.parametrize(
    ("game", "options", "screen"),
    [
        ("kou_ka_roi", {}, "touch"),
        ("kardinal", {"vatikan": True}, "touch"),
        ("kardinal", {"vatikan": True}, "mouse"),
        ("knatsch", {}, "touch"),
    ],
)
def test_decisions_are_explained_and_everything_is_large_enough_and_in_reach(
    server, new_page, game, options, screen
):
    sizes, target, text = _SCREENS[screen]
    page = new_page(*sizes[0], touch=screen == "touch")
    person = begin(page, server, game, 2, **options)
    for made in range(2):
        assert person.wait_to_decide()
        guide = page.inner_text("#guide:not([hidden])")
        if made == 0 and screen == "touch":
            assert "Touch a " in guide
        change = r", as before your last decision|; before your last decision, they would"
        now = r"If the game ended now, your points would be \d+"
        assert bool(re.search(f"{now}({change})", guide)) is (made > 0)
        assert page.locator(".region").count() > 4 or screen == "mouse"
        # The last size is the smallest, and is kept while the person decides.
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            smallest_target, smallest_text, texts = page.evaluate(_SMALLEST)
            assert smallest_target >= target - 0.1
            assert smallest_text >= text - 0.1
            assert texts > 10
            assert_no_sideways_scrolling(page)
        person.choose()
        assert is_in_view(page, "#ready button:not(.back) >> nth=0")
        assert is_in_view(page, "#prompt")
        assert_no_sideways_scrolling(page)
        person.confirm()


def test_the_map_follows_the_game_and_says_what_is_out_of_sight(server, new_page):
    page = new_page(390, 844, touch=True)
    person = begin(page, server, "kardinal", 2)
    # Positions are shown one after another, and each of them moves the map.
    page.select_option("#pace", "500")
    for _ in range(4):
        person.decide()
        person.wait_to_decide()
        placed = [
            line.partition("placed an abbey on ")[2].partition(" and")[0]
            for line in page.locator("#log li").all_inner_texts()
            if "placed an abbey on " in line
        ]
        page.wait_for_function(_IN_SIGHT, arg=f"monastery {placed[-1]}")
    names = page.locator(".broad .target.live").evaluate_all(
        "found => found.map((one) => one.dataset.target)"
    )
    hidden = [name for name in names if not page.evaluate(_IN_SIGHT, name)]
    edges = page.locator(".broad .edge:visible")
    assert sum(int(text.split()[1]) for text in edges.all_inner_texts()) == len(hidden) > 0
    edges.first.click()
    assert any(page.evaluate(_IN_SIGHT, name) for name in hidden)
    readable = page.evaluate(_SCALE)
    page.locator(".broad .tools button", has_text="+").click()
    assert page.evaluate(_SCALE) == pytest.approx(1.4 * readable, rel=0.02)
    page.evaluate(_PINCH)
    assert page.evaluate(_SCALE) == pytest.approx(0.7 * readable, rel=0.02)
    page.locator(".broad .tools button", has_text="fit").click()
    whole = page.locator(".broad .region").evaluate(
        "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
    )
    assert whole
    assert page.locator(".edge:visible").count() == 0
    page.locator(".broad .target").first.click()
    assert page.evaluate(_SCALE) == pytest.approx(readable, rel=0.02)
    assert page.inner_text("#why") == ""


def test_a_turn_leaves_the_page_where_it_was_scrolled(server, new_page):
    page = new_page(390, 844, touch=True)
    person = begin(page, server, "kardinal", 2)
    page.select_option("#pace", "500")
    person.choose()
    page.locator("#ready button:not(.back)").first.click()
    page.locator("#coach").scroll_into_view_if_needed()
    place = page.evaluate("scrollY")
    assert place > 500
    person.wait_to_decide()
    page.click(".call")
    assert page.evaluate("scrollY") < place
    assert page.locator(".call").is_hidden()
    box = page.locator(".target.live").first.bounding_box()
    assert box["y"] > 0
    assert box["y"] + box["height"] < 844
