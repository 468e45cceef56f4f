"""An SVG document that is drawn shape by shape and records the positions of its contents."""

import contextlib
import functools
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from hofspiele.envs.pictures.scene import UNNAMED, Names
from hofspiele.envs.pictures.text import CAPITALS, DEPTH, UNITS, fit_text, outline
from hofspiele.envs.pictures.theme import DARK, LIGHT, Theme

# Separator between the names of the pieces that a piece came from. No name contains it.
ORIGINS_SEPARATOR = "|"
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Box(NamedTuple):
    """The bounding box of a text or piece, in units of the picture; no two of a kind overlap."""

    kind: str  # "text", or the kind of piece
    label: str  # the text, or the name of the piece
    left: float
    top: float
    right: float
    bottom: float


class Area(NamedTuple):
    """A rectangle: its top left corner and its size, in units of the picture."""

    left: float
    top: float
    width: float
    height: float

    @classmethod
    def around(cls, x: float, y: float, across: float, down: float | None = None) -> "Area":
        """Return the area that reaches `across` to both sides of (`x`, `y`) and `down` below.

        It reaches as far above; without `down`, it is a square.
        """
        down = across if down is None else down
        return cls(x - across, y - down, 2 * across, 2 * down)

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def path(self) -> str:
        """The edge of the area as an SVG path."""
        left, top, width, height = self
        return f"M{left:.1f} {top:.1f}h{width:.1f}v{height:.1f}h{-width:.1f}Z"

    def cells(self, columns: int, rows: int, gap: float = 0) -> list["Area"]:
        """Return equal cells that fill the area with gaps between them, row by row."""
        wide, high = (self.width + gap) / columns, (self.height + gap) / rows
        return [
            Area(self.left + column * wide, self.top + row * high, wide - gap, high - gap)
            for row in range(rows)
            for column in range(columns)
        ]

    def grown(self, by: float) -> "Area":
        """Return the area that also contains everything up to a distance of `by`."""
        return Area(self.left - by, self.top - by, self.width + 2 * by, self.height + 2 * by)


def bounds(areas: Iterable[Area]) -> Area:
    """Return the smallest area that contains all of `areas`."""
    areas = list(areas)
    left, top = min(area.left for area in areas), min(area.top for area in areas)
    right, bottom = max(area.right for area in areas), max(area.bottom for area in areas)
    return Area(left, top, right - left, bottom - top)


class Layer(NamedTuple):
    """A part of the picture."""

    area: Area  # the area that contains it
    svg: str  # its shapes
    region: str  # the name of its region; empty if it has none


class Canvas:
    """A picture that is being drawn. Lengths are in units of the picture; y grows downwards.

    Args:
        width, height: size of the picture; also attributes, as are `dark` and `names`.
        title: a description for people who do not see the picture.
        dark: whether the background is dark; None for pages that choose: then colours that depend
            on it are pairs, such as "#ffffff/#000000", of which the page keeps one.
        names: the names of the players, from which the marks on their tokens are made.

    Attributes:
        theme: colours.
        boxes: the bounding boxes of texts and pieces.
        targets: the areas of the targets of actions, by name.
        tips: explanations of parts of the picture, each with its area.
        regions: the areas of the regions, by name. Narrow screens show them one below the other, in
            this order and without the rest of the picture.
    """

    def __init__(
        self,
        width: int,
        height: int,
        title: str,
        *,
        dark: bool | None = False,
        names: Names = UNNAMED,
    ):
        self.width = width
        self.height = height
        self.dark = dark
        self.names = names
        self.theme = Theme(*map(self.colour, LIGHT, DARK))
        self.boxes: list[Box] = []
        self.targets: dict[str, Area] = {}
        self.tips: list[tuple[str, Area]] = []
        self.regions: dict[str, Area] = {}
        self._title = title
        self._region = ""
        self._parts: list[tuple[Area, list[str], str]] = []
        self.part()
        self.rect(0, 0, width, height, fill=self.theme.background)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._title!r}, {self.width} x {self.height}>"

    def colour(self, light: str, dark: str) -> str:
        """Return the colour for the background of the picture, or the pair of both."""
        if self.dark is None:
            return f"{light}/{dark}"
        return dark if self.dark else light

    # --- groups ---------------------------------------------------------------------------------

    def part(self, area: Area | None = None) -> None:
        """Start a part of the picture, within `area`, that changes independently of other parts."""
        self._shapes: list[str] = []
        area = area or Area(0, 0, self.width, self.height)
        self._parts.append((area, self._shapes, self._region))

    def region(self, name: str, area: Area) -> None:
        """Start or continue a region, which contains all parts up to the next region."""
        self._region = name
        self.regions[name] = area
        self.part(area)

    def paint_once(self, paint: Callable[..., None], *arguments: Hashable) -> None:
        """Call ``paint(canvas, *arguments)``, or repeat what an equal call has drawn before.

        `paint` may draw shapes, texts and tips, but no targets, parts or tokens of players.
        """
        shapes, boxes, tips = _painted(paint, arguments, dark=self.dark)
        self._shapes.append(shapes)
        self.boxes += boxes
        self.tips += tips

    @contextlib.contextmanager
    def group(self, name: str, **style: object) -> Iterator[None]:
        """Group the shapes of the `with` block in a style, with a tooltip and ``data-name``."""
        attributes = f"data-name={quoteattr(name)}{_written(style)}"
        self._shapes.append(f"<g {attributes}><title>{escape(name)}</title>")
        yield
        self._shapes.append("</g>")

    @contextlib.contextmanager
    def moving(
        self, name: str, *origins: str, step: int = 0, tumbles: bool = False
    ) -> Iterator[None]:
        """Group the shapes drawn in the `with` block as a piece that pages show in motion.

        After a decision, a page moves each piece from its place in the previous picture or, if it
        has `origins`, from the place of one of these pieces; if none was there, it fades in.

        Each picture uses the name of a piece once. Pieces with a greater `step` move later, and a
        piece that `tumbles` is a die that has just been thrown.
        """
        attributes = {
            "piece": name,
            "origins": ORIGINS_SEPARATOR.join(origins),
            "step": str(int(step) or ""),
            "tumbles": "true" if tumbles else "",
        }
        written = [f" data-{key}={quoteattr(text)}" for key, text in attributes.items() if text]
        self._shapes.append(f"<g{''.join(written)}>")
        yield
        self._shapes.append("</g>")

    def layers(self) -> list[Layer]:
        """Return the parts from bottom to top."""
        return [
            Layer(area, f"<g>{''.join(shapes)}</g>", region)
            for area, shapes, region in self._parts
            if shapes
        ]

    def svg_parts(self) -> list[str]:
        """Return the parts, which `document` puts together; parts drawn alike are equal strings."""
        return [layer.svg for layer in self.layers()]

    def svg(self) -> str:
        """Return the complete document."""
        return document(self.width, self.height, self._title, self.svg_parts())

    def _repr_svg_(self) -> str:
        """Return the document for notebooks, shrunk to fit the page if it is wider."""
        return self.svg().replace("<svg ", '<svg style="max-width: 100%; height: auto" ', 1)

    # --- shapes ---------------------------------------------------------------------------------

    def rect(
        self, x: float, y: float, width: float, height: float, *, radius: float = 0, **style: object
    ) -> None:
        """Draw a rectangle with its top left corner at (`x`, `y`)."""
        self._add("rect", x=x, y=y, width=width, height=height, rx=radius or None, **style)

    def frame(self, *area: float, stroke: str, radius: float, thick: float) -> None:
        """Draw a frame around an area, given by its left and top edge, width and height."""
        self.rect(*area, radius=radius, fill="none", stroke=stroke, stroke_width=thick)

    def circle(self, x: float, y: float, radius: float, **style: object) -> None:
        """Draw a circle around (`x`, `y`)."""
        self._add("circle", cx=x, cy=y, r=radius, **style)

    def polygon(self, points: Iterable[tuple[float, float]], **style: object) -> None:
        """Draw a closed polygon."""
        self._add(
            "polygon", points=" ".join(f"{_number(x)},{_number(y)}" for x, y in points), **style
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: object) -> None:
        """Draw a straight line."""
        self._add("line", x1=x1, y1=y1, x2=x2, y2=y2, **style)

    def path(self, d: str, x: float = 0, y: float = 0, scale: float = 1, **style: object) -> None:
        """Draw path data, scaled and moved to (`x`, `y`), or unchanged if `x` and `y` are 0."""
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
        """Draw a line of text on the baseline `y`; return its width.

        Args:
            x, y: the position of `anchor` on the baseline.
            text, size, bold: the line, its font size, and whether it is bold.
            anchor: the point of the text that is at `x`: "start", "middle" or "end".
            fill: the colour; by default the theme's colour for text.
            room: maximum width; a longer line is first shrunk, then truncated.
        """
        if room is not None:
            text, size = fit_text(text, size, room, bold=bold)
        advance, path = outline(text, bold=bold)
        width = advance * size / UNITS
        left = x - _ANCHORS[anchor] * width
        if path:
            self.path(path, left, y, size / UNITS, fill=fill or self.theme.ink)
            box = (left, y - CAPITALS * size, left + width, y + DEPTH * size)
            self.boxes.append(Box("text", text, *box))
        return width

    def label(self, x: float, y: float, text: str, size: float, **style: Any) -> float:
        """Draw a line of less important text, as `text` does; return its width."""
        return self.text(x, y, text, size, fill=self.theme.faint, **style)

    def piece(self, kind: str, label: str, x: float, y: float, width: float, height: float) -> None:
        """Record the bounding box of a piece that consists of several shapes."""
        self.boxes.append(Box(kind, label, x, y, x + width, y + height))

    def tip(self, text: str, x: float, y: float, width: float, height: float) -> None:
        """Explain the rectangle whose top left corner is (`x`, `y`) with a tooltip.

        The tooltip of the smallest part should be added last, because it covers earlier ones.
        """
        self.tips.append((text, Area(x, y, width, height)))
        place = _written({"x": x, "y": y, "width": width, "height": height})
        self._shapes.append(
            f'<rect class="tip"{place} fill-opacity="0"><title>{escape(text)}</title></rect>'
        )

    def tip_along(self, text: str, d: str, width: float, area: Area) -> None:
        """Explain a line in `area`, with path data `d`, with a tooltip along it, `width` wide."""
        self.tips.append((text, area))
        style = _written({"stroke_width": width, "stroke": "#000", "stroke_opacity": 0})
        self._shapes.append(
            f'<path class="tip" d="{d}" fill="none"{style}><title>{escape(text)}</title></path>'
        )

    def smallest_text(self, area: Area) -> float:
        """Return the smallest font size of the texts in `area`, or 0 without text."""
        heights = [
            box.bottom - box.top
            for box in self.boxes
            if box.kind == "text"
            and area.left <= box.left <= area.right
            and area.top <= box.top <= area.bottom
        ]
        return min(heights, default=0) / (CAPITALS + DEPTH)

    def target(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """Record the area of a target of actions; raise ValueError if its name is taken."""
        if name in self.targets:
            raise ValueError(f"two targets are called {name!r}, expected a different name for each")
        self.targets[name] = Area(x, y, width, height)

    def _add(self, tag: str, **attributes: object) -> None:
        self._shapes.append(f"<{tag}{_written(attributes)}/>")


@functools.lru_cache(maxsize=128)
def _painted(
    paint: Callable[..., None], arguments: tuple[Hashable, ...], *, dark: bool | None
) -> tuple[str, list[Box], list[tuple[str, Area]]]:
    canvas = Canvas(0, 0, "", dark=dark)
    canvas.part()  # The first part holds the background.
    paint(canvas, *arguments)
    return "".join(canvas._shapes), canvas.boxes, canvas.tips


def numbered_name(name: str, number: int) -> str:
    """Return a unique name for target `number`, counted from 0, of several equal targets.

    On pages, a touch on any of them selects the first unselected or deselects the last selected.
    """
    return f"{name} ({number + 1})" if number else name


def document(
    width: int, height: int, title: str, parts: Iterable[str], area: Area | None = None
) -> str:
    """Return an SVG document of `width` by `height` pixels with an area, or all, of a picture."""
    view_box = " ".join(f"{length:.10g}" for length in area or (0, 0, width, height))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" '
        f'width="{width}" height="{height}" role="img"><title>{escape(title)}</title>'
        f"{''.join(parts)}</svg>"
    )


def _written(attributes: Mapping[str, object]) -> str:
    """Return attributes of a shape as text, unescaped, because all values come from code."""
    return "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else _number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )


def _number(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
