"""Motion between the pictures of two positions in a browser."""

import pytest

from tests.browser.person import Person, begin

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


# Light up all pieces of the map with points; return the sides of the map, and of what lights
# up, in pixels of the window.
_LIGHT_UP = """async () => {
    const { findPieces, Layer } = await import("/page/layer.js");
    const { lightUp } = await import("/page/highlights.js");
    const picture = document.getElementById("picture"), pieces = findPieces(picture);
    const names = [...pieces].filter(([, { region }]) => region === "map").map(([name]) => name);
    const highlights = names.map((name) => ({ pieces: [name], links: [], points: [1, 2, 3] }));
    lightUp(new Layer(picture), highlights, pieces);
    const map = document.querySelector("[data-region=map]").getBoundingClientRect();
    const shown = [...document.querySelectorAll(".lit")].flatMap((lit) => [
      document.querySelector(`${lit.getAttribute("clip-path").slice(4, -1)} rect`),
      ...lit.querySelectorAll(".gain rect"),
    ]).map(({ x, y, width, height }) => [x, y, width, height].map((value) => value.baseVal.value));
    return [[map.left, map.top, map.right, map.bottom], ...shown.map(
      ([x, y, wide, high]) => [x - scrollX, y - scrollY, x + wide - scrollX, y + high - scrollY])];
}"""


@pytest.mark.parametrize("reduced", [False, True])
def test_pieces_move_unless_motion_is_reduced(server, new_page, reduced):
    page = new_page()
    page.emulate_media(reduced_motion="reduce" if reduced else "no-preference")
    person = begin(page, server)
    page.evaluate(_WATCH)
    person.decide()
    page.wait_for_function("() => document.querySelectorAll('#log li').length > 1")
    person.wait_to_decide()
    if not reduced:
        page.wait_for_function("() => window.ways.some(([from, to]) => from !== to)")
    page.wait_for_selector(".motion", state="detached")
    assert page.evaluate(_HIDDEN) == 0
    assert bool(page.evaluate("() => window.ways.length")) is not reduced


def test_scorings_light_up_only_in_the_visible_part_of_the_map(server, new_page):
    person = Person(new_page(390, 844), server)
    person.open_table("kardinal", 3 * ["agent greedy"])
    person.page.wait_for_selector("[data-region=map] [data-piece]")
    (left, top, right, bottom), *shown = person.page.evaluate(_LIGHT_UP)
    assert len(shown) > 9
    for box in shown:
        assert left - 1 < box[0] < box[2] < right + 1
        assert top - 1 < box[1] < box[3] < bottom + 1
