import pytest

from hofspiele.envs.pictures.text import fit_text, outline, width


def test_width_grows_with_size_and_text():
    assert width("Chorin", 20) == pytest.approx(2 * width("Chorin", 10))
    assert width("Chorin", 10) < width("Chorin", 10, bold=True)
    assert width("AB", 10) == pytest.approx(width("A", 10) + width("B", 10))


@pytest.mark.parametrize("letters", ["Prüfening", "Kremsmünster", "ŁÓDŹ, Čáslav", "–—…•−×✓"])
def test_letters_of_european_names_are_there(letters):
    unknown = outline("\N{SNOWMAN}", bold=False)
    assert all(outline(letter, bold=False) != unknown for letter in letters)


def test_unknown_characters_are_boxes():
    assert outline("\N{SNOWMAN}", bold=False)[0] > 0
    assert outline("\N{SNOWMAN}", bold=False) == outline("\N{HOT BEVERAGE}", bold=False)


def test_text_that_fits_is_unchanged():
    assert fit_text("abbey", 12, 100) == ("abbey", 12)


@pytest.mark.parametrize("room", [10, 30, 60, 90])
def test_long_text_is_shortened_to_fit(room):
    text, size = fit_text("a monastery with a very long name", 12, room)
    assert width(text, size) <= room
    assert text.endswith("…")
    assert size >= 0.7 * 12
