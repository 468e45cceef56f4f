"""What notebooks show, as HTML: tables, lines and pictures. No text in them is more than text."""

import base64
from collections.abc import Iterable, Sequence
from html import escape


def table(
    title: str, columns: Sequence[str], rows: Iterable[Iterable[object]], align: str = "right"
) -> str:
    """A table with a line above it; what stands in its cells is written as by `str`."""
    head = _row("th", columns, align)
    body = "".join(_row("td", row, align) for row in rows)
    return f"{line(title)}<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def _row(tag: str, cells: Iterable[object], align: str) -> str:
    start = f'<{tag} style="text-align: {align}">'
    return f"<tr>{''.join(f'{start}{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"


def line(text: str) -> str:
    """A line of text."""
    return f"<p>{escape(text)}</p>"


def code(text: str) -> str:
    """A line to be typed."""
    return f"<pre><code>{escape(text)}</code></pre>"


def picture(svg: str, meaning: str, width: int) -> str:
    """An SVG document.

    Args:
        svg: the document.
        meaning: what it shows, for people who do not see it.
        width: in pixels; it is smaller where there is less room.
    """
    data = base64.b64encode(svg.encode()).decode()
    style = f"width: {width}px; max-width: 100%; margin: 4px"
    return f'<img alt="{escape(meaning)}" style="{style}" src="data:image/svg+xml;base64,{data}">'


def beside(parts: Iterable[str]) -> str:
    """Parts side by side, as far as there is room."""
    return f'<div style="display: flex; flex-wrap: wrap">{"".join(parts)}</div>'
