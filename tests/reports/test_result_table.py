"""Tables of results as text, Markdown and HTML."""

import pytest

from hofspiele.envs.reports.result_table import ResultTable

NUMBERS = ("60.0 % [55.0, 62.5]", "+101.2 ± 10.0")


def table(*rows, caption=""):
    return ResultTable("title", ("agent", "win share", "margin"), rows, caption)


@pytest.mark.parametrize("name", ["a long name " * 20, "long-" * 40, "x" * 150])
def test_long_names_are_folded_into_80_columns(name):
    shown = str(table((name, *NUMBERS), ("greedy", *NUMBERS), caption="a caption " * 20))
    assert max(map(len, shown.splitlines())) == 80
    assert shown.count("  ".join(NUMBERS)) == 2
    room = 80 - len("  ".join(("", *NUMBERS)))
    letters = "".join(line[:room] for line in shown.splitlines())
    assert name.replace(" ", "") in letters.replace(" ", "")


def test_rows_of_several_lines_are_separated():
    row = ("kardinal\n3 players", "1 %\n2 %\n3 %", "+1")
    assert str(table(row, row)).splitlines() == [
        "title",
        "─" * 28,
        "agent      win share  margin",
        "─" * 28,
        *(lines := ["kardinal         1 %      +1", "3 players        2 %", f"{'3 %':>20}"]),
        "─" * 28,
        *lines,
        "─" * 28,
    ]


def test_names_of_others_are_shown_as_text():
    hostile = table(("<b>\x1b[2J", *NUMBERS), caption="<i>\x1b[2J")
    shown, page = str(hostile), hostile._repr_html_()
    assert "<b>\\x1b[2J" in shown
    assert "\x1b" not in shown
    assert "&lt;b&gt;" in page
    assert "&lt;i&gt;" in page
    assert NUMBERS[0] in page
    assert "<b>" not in page
    assert "<i>" not in page
    assert hostile.markdown().splitlines()[:2] == [
        "| agent | win share | margin |",
        "| --- | --- | --- |",
    ]
