"""Motion between the pictures of two positions in a browser."""

from tests.browser.person import begin

# Collect the ends of the way of each piece, and the copies that move, whenever something moves.
_WATCH = """() => {
    window.ways = [];
    new MutationObserver((changes) => {
      if (![...changes].some(({ addedNodes: [node] }) => node?.matches?.(".motion"))) return;
      for (const { effect } of document.getAnimations()) {
        if (!effect.target.closest(".motion")) continue;
        const places = effect.getKeyframes().map(({ transform }) => transform);
        if (places[0]) window.ways.push([places[0], places.at(-1)]);
      }
    }).observe(document.body, { childList: true });
}"""
_HIDDEN = """() => [...document.querySelectorAll("#picture [data-piece]")]
    .filter((piece) => getComputedStyle(piece).opacity !== "1").length"""


def test_pieces_move_unless_motion_is_reduced(server, new_page):
    page = new_page()
    person = begin(page, server)
    page.evaluate(_WATCH)
    for reduced in (True, False):
        page.emulate_media(reduced_motion="reduce" if reduced else "no-preference")
        lines = page.locator("#log li").count()
        person.decide()
        page.wait_for_function(
            "lines => document.querySelectorAll('#log li').length > lines + 1", arg=lines
        )
        person.wait_to_decide()
        if not reduced:
            page.wait_for_function("() => window.ways.some(([from, to]) => from !== to)")
        page.wait_for_selector(".motion", state="detached")
        assert page.evaluate(_HIDDEN) == 0
        assert bool(page.evaluate("() => window.ways.length")) is not reduced
