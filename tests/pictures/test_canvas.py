"""The canvas, its text, and the names of players."""

from xml.etree import ElementTree

import pytest

from hofspiele.envs.pictures.canvas import Box, Canvas
from hofspiele.envs.pictures.scene import Names
from hofspiele.envs.pictures.text import fit_text, outline, width

SVG = "{http://www.w3.org/2000/svg}"


def test_names_in_a_document_are_escaped():
    canvas = Canvas(200, 100, "a <picture> & more")
    with canvas.group('row "1" <b>'):
        canvas.circle(10, 20.25, 5, fill="#000000", stroke_width=2)
    root = ElementTree.fromstring(canvas.svg())
    assert root.attrib["viewBox"] == "0 0 200 100"
    assert root.findtext(f"{SVG}title") == "a <picture> & more"
    (circle,) = root.iter(f"{SVG}circle")
    assert circle.attrib == {
        "cx": "10", "cy": "20.2", "r": "5", "fill": "#000000", "stroke-width": "2",
    }  # fmt: skip
    (named,) = (group for group in root.iter(f"{SVG}g") if "data-name" in group.attrib)
    assert named.attrib["data-name"] == named.findtext(f"{SVG}title") == 'row "1" <b>'


def test_moving_pieces_have_names_and_origins():
    canvas = Canvas(200, 100, "pieces")
    with canvas.moving('abbey "Ely"', "token 1", "token 2", step=True), canvas.moving("die 3"):
        canvas.circle(10, 20, 5)
    root = ElementTree.fromstring(canvas.svg())
    moving = [group.attrib for group in root.iter(f"{SVG}g") if group.attrib]
    assert moving == [
        {"data-piece": 'abbey "Ely"', "data-origins": "token 1|token 2", "data-step": "1"},
        {"data-piece": "die 3"},
    ]


def test_a_shared_drawing_is_painted_once_for_each_background():
    painted = []

    def paint(canvas, text):
        painted.append(text)
        canvas.text(10, 30, text, 20)
        canvas.tip("a tip", 10, 10, 40, 30)

    direct, *canvases = (Canvas(200, 100, "", dark=dark) for dark in (False, False, False, True))
    paint(direct, "abc")
    for canvas in canvases:
        canvas.paint_once(paint, "abc")
        assert (canvas.boxes, canvas.tips) == (direct.boxes, direct.tips)
    assert [canvas.svg() == direct.svg() for canvas in canvases] == [True, True, False]
    assert painted == ["abc"] * 3


@pytest.mark.parametrize(("anchor", "left"), [("start", 50), ("middle", 35), ("end", 20)])
def test_text_is_placed_by_its_anchor(anchor, left):
    canvas = Canvas(200, 100, "text")
    wide = canvas.text(50, 40, "abc", 20, anchor=anchor)
    (box,) = canvas.boxes
    assert box == Box("text", "abc", box.left, 40 - 0.66 * 20, box.left + wide, 40 + 0.21 * 20)
    assert abs(box.left - left) < 3


@pytest.mark.parametrize("letters", ["Prüfening", "Kremsmünster", "ŁÓDŹ, Čáslav", "–—…•−×✓"])
def test_letters_of_european_names_are_there(letters):
    unknown = outline("\N{SNOWMAN}", bold=False)
    assert unknown == outline("\N{HOT BEVERAGE}", bold=False)
    assert all(outline(letter, bold=False) != unknown for letter in letters)


@pytest.mark.parametrize("room", [10, 30, 60, 90])
def test_long_text_is_shortened_to_fit(room):
    text, size = fit_text("a monastery with a very long name", 12, room)
    assert width(text, size) <= room
    assert text.endswith("…")
    assert size >= 0.7 * 12
    assert fit_text("abbey", 12, 100) == ("abbey", 12)


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        ((), ["0", "1"]),
        (("Ada", "bob"), ["A", "B"]),
        (("Guest", "greedy 1", "greedy 2"), ["G", "G1", "G2"]),
        (("Ada", "Anna", "Bob"), ["Ad", "An", "Bo"]),
        (("Anna", "Annabel"), ["1", "2"]),
    ],
)
def test_marks_of_tokens_differ(names, marks):
    assert [Names(names).mark(seat) for seat in range(len(marks))] == marks
