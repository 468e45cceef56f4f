"""HTML for notebooks: tables, lines of text and code. All text is escaped."""

from collections.abc import Iterable, Sequence
from html import escape


def table(
    title: str, columns: Sequence[str], rows: Iterable[Iterable[object]], align: str = "right"
) -> str:
    """Return a table of cells, converted by `str`, with the line `title` above it."""
    head = _row("th", columns, align)
    body = "".join(_row("td", row, align) for row in rows)
    return f"{line(title)}<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def _row(tag: str, cells: Iterable[object], align: str) -> str:
    start = f'<{tag} style="text-align: {align}">'
    return f"<tr>{''.join(f'{start}{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"


def line(text: str) -> str:
    """Return `text` as a paragraph."""
    return f"<p>{escape(text)}</p>"


def code(text: str) -> str:
    """Return `text` as a block of code, line breaks included."""
    return f"<pre><code>{escape(text)}</code></pre>"
