"""The notebook runs, and shows what its code does."""

import copy

from tools import notebook

PICTURE = "image/svg+xml"


def test_stored_outputs_are_those_of_the_code():
    stored = notebook.read()
    made = copy.deepcopy(stored)
    notebook.run(made)
    pictures = [
        [
            output["data"].pop(PICTURE, None)
            for cell in content["cells"]
            for output in cell.get("outputs", [])
            if "data" in output
        ]
        for content in (stored, made)
    ]
    assert made == stored, "bring it up to date: make docs"
    # Drawings have tests of their own.
    assert [bool(svg) for svg in pictures[0]] == [bool(svg) for svg in pictures[1]]


def test_it_shows_a_picture_and_a_table():
    shown = [
        format_
        for cell in notebook.read()["cells"]
        for output in cell.get("outputs", [])
        for format_ in output.get("data", {})
    ]
    assert {PICTURE, "text/html"} <= {*shown}
