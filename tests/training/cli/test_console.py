"""Commands print only text, whatever files from strangers contain."""

import io

import pytest
from rich.table import Table

from hofspiele.training.cli.console import make_console

STRANGE = "[b]:100:\x1b[2J\x9b\r\u202e"


@pytest.mark.parametrize("is_table", [True, False])
def test_control_characters_are_escaped(is_table):
    console = make_console()
    console.file = io.StringIO()
    if is_table:
        table = Table(STRANGE, title=STRANGE)
        table.add_row(STRANGE)
        console.print(table)
    else:
        console.print(STRANGE)
    printed = console.file.getvalue()
    assert not [letter for letter in printed if not letter.isprintable() and letter != "\n"]
    assert r"[b]:100:\x1b[2J\x9b\r\u202e" in printed
