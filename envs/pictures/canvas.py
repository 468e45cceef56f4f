"""A canvas: an SVG document that is drawn shape by shape, and knows where everything lies."""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from hofspiele.envs.pictures import html
from hofspiele.envs.pictures.text import CAPITALS, DEPTH, UNITS, fitted, outline
from hofspiele.envs.pictures.theme import DARK, LIGHT, Theme

_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Box(NamedTuple):
    """Where something lies; things of the same kind never overlap.

    Attributes:
        kind: "text", or of a piece.
        label: what it is.
        left, top, right, bottom: in units of the picture.
    """

    kind: str
    label: str
    left: float
    top: float
    right: float
    bottom: float


class Area(NamedTuple):
    """A rectangle by its top left corner, in units of the picture."""

    left: float
    top: float
    width: float
    height: float


class Canvas:
    """A picture in the making. Lengths are in units of the picture, y grows downwards.

    Args:
        width, height: of the picture.
        title: what it shows, for people who do not see it.
        dark: whether its background is dark.

    Attributes:
        width, height: the same.
        theme: colours.
        boxes: where texts and pieces lie.
        targets: what can be pointed at, by name: left, top, width and height.
    """

    def __init__(self, width: int, height: int, title: str, dark: bool = False):
        self.width = width
        self.height = height
        self.theme: Theme = DARK if dark else LIGHT
        self.boxes: list[Box] = []
        self.targets: dict[str, tuple[float, float, float, float]] = {}
        self._title = title
        self._parts: list[tuple[Area, list[str]]] = []
        self.part()
        self.rect(0, 0, width, height, fill=self.theme.background)

    # --- groups ---------------------------------------------------------------------------------

    def part(self, area: Area | None = None) -> None:
        """What follows may change from picture to picture independently of what came before.

        Args:
            area: in which all of it lies; None: anywhere.
        """
        self._shapes: list[str] = []
        self._parts.append((area or Area(0, 0, self.width, self.height), self._shapes))

    def add_part(self, text: str, boxes: Iterable[Box]) -> None:
        """A part of another canvas, as `svg_parts` gave it, with the boxes in it."""
        self._parts.append((Area(0, 0, self.width, self.height), [text]))
        self.boxes.extend(boxes)
        self.part()

    @contextlib.contextmanager
    def group(self, name: str, **style: object) -> Iterator[None]:
        """What is drawn within goes by this name: a tooltip, and a place that can be found.

        It has this style wherever it has none of its own.
        """
        attributes = f"data-name={quoteattr(name)}{_written(style)}"
        self._shapes.append(f"<g {attributes}><title>{escape(name)}</title>")
        yield
        self._shapes.append("</g>")

    def layers(self) -> list[tuple[Area, str]]:
        """The parts from the lowest to the uppermost, each with the area in which it lies."""
        return [(area, f"<g>{''.join(shapes)}</g>") for area, shapes in self._parts if shapes]

    def svg_parts(self) -> list[str]:
        """The picture in pieces, which `document` puts together: alike ones are alike."""
        return [part for _, part in self.layers()]

    def svg(self) -> str:
        """The whole document."""
        return document(self.width, self.height, self._title, self.svg_parts())

    def _repr_html_(self) -> str:
        # a bare SVG document would be cut off where there is less room
        return html.picture(self.svg(), self._title, self.width)

    def _repr_svg_(self) -> str:
        return self.svg()

    # --- shapes ---------------------------------------------------------------------------------

    def rect(
        self, x: float, y: float, width: float, height: float, *, radius: float = 0, **style: object
    ) -> None:
        """A rectangle by its top left corner."""
        self._add("rect", x=x, y=y, width=width, height=height, rx=radius or None, **style)

    def circle(self, x: float, y: float, radius: float, **style: object) -> None:
        """A circle by its centre."""
        self._add("circle", cx=x, cy=y, r=radius, **style)

    def polygon(self, points: Iterable[tuple[float, float]], **style: object) -> None:
        """A closed polygon."""
        self._add(
            "polygon", points=" ".join(f"{_number(x)},{_number(y)}" for x, y in points), **style
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: object) -> None:
        """A straight line."""
        self._add("line", x1=x1, y1=y1, x2=x2, y2=y2, **style)

    def path(self, d: str, x: float = 0, y: float = 0, scale: float = 1, **style: object) -> None:
        """Path data, moved to (x, y) and scaled."""
        where = f"translate({_number(x)} {_number(y)}) scale({scale:.4g})" if x or y else None
        self._add("path", d=d, transform=where, **style)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        anchor: str = "start",
        bold: bool = False,
        fill: str | None = None,
        room: float | None = None,
    ) -> float:
        """A line of text on the base line `y`; gives back how wide it is.

        Args:
            x, y: of its start, middle or end.
            text: a line.
            size: of the font.
            anchor: "start", "middle" or "end".
            bold: whether its lines are thicker.
            fill: colour, that of texts if it is not given.
            room: how wide it may be; it becomes smaller or is cut short then.
        """
        if room is not None:
            text, size = fitted(text, size, room, bold)
        advance, path = outline(text, bold)
        width = advance * size / UNITS
        left = x - _ANCHORS[anchor] * width
        if path:
            self.path(path, left, y, size / UNITS, fill=fill or self.theme.ink)
            box = (left, y - CAPITALS * size, left + width, y + DEPTH * size)
            self.boxes.append(Box("text", text, *box))
        return width

    def piece(self, kind: str, label: str, x: float, y: float, width: float, height: float) -> None:
        """Note where a piece lies that is drawn of several shapes."""
        self.boxes.append(Box(kind, label, x, y, x + width, y + height))

    def target(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """Note where a thing lies that actions can point at, by its top left corner.

        Raises:
            ValueError: another one goes by this name.
        """
        if name in self.targets:
            raise ValueError(
                f"two targets are called {name!r}, expected a name of its own for each"
            )
        self.targets[name] = (x, y, width, height)

    def _add(self, tag: str, **attributes: object) -> None:
        self._shapes.append(f"<{tag}{_written(attributes)}/>")


def numbered(name: str, number: int) -> str:
    """A name of its own for each of some targets that are alike, counted from 0.

    Whoever points at one of them means the first that is left.
    """
    return f"{name} ({number + 1})" if number else name


def document(
    width: int, height: int, title: str, parts: Iterable[str], area: Area | None = None
) -> str:
    """An SVG document of so many pixels, of what parts of a picture show (in an area of it)."""
    view_box = " ".join(f"{length:.10g}" for length in area or (0, 0, width, height))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" '
        f'width="{width}" height="{height}" role="img"><title>{escape(title)}</title>'
        f"{''.join(parts)}</svg>"
    )


def _written(attributes: Mapping[str, object]) -> str:
    """Attributes of a shape; their texts are the code's own, so nothing in them is escaped."""
    return "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else _number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )


def _number(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
