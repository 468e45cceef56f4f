"""HTML for notebooks: tables and lines. All text in it is escaped."""

from collections.abc import Iterable, Sequence
from html import escape


def table(
    title: str, columns: Sequence[str], rows: Iterable[Iterable[object]], align: str = "right"
) -> str:
    """Return a table with a line of text above it; `str` converts the cells."""
    head = _row("th", columns, align)
    body = "".join(_row("td", row, align) for row in rows)
    return f"{line(title)}<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def _row(tag: str, cells: Iterable[object], align: str) -> str:
    start = f'<{tag} style="text-align: {align}">'
    return f"<tr>{''.join(f'{start}{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"


def line(text: str) -> str:
    """Return a line of text."""
    return f"<p>{escape(text)}</p>"


def code(text: str) -> str:
    """Return a line of code."""
    return f"<pre><code>{escape(text)}</code></pre>"
