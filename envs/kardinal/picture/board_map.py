"""The map: countries, roads and monasteries, with the pieces on them."""

import functools

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.kardinal import wording
from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.picture import artwork, map_layout
from hofspiele.envs.kardinal.picture.map_layout import MAP, layout_of
from hofspiele.envs.kardinal.pointing import monastery_target, seal_target
from hofspiele.envs.kardinal.wording import describe_alliance, leaders_of_both, open_seats
from hofspiele.envs.pictures.canvas import Area, Canvas, bounds
from hofspiele.envs.pictures.pieces import SMALLEST_TEXT, seat_token
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.text import CAPITALS, UNITS
from hofspiele.envs.pictures.theme import SEATS

# Colours in light and in dark pictures.
_SEA = ("#dbe6ee", "#1a2530")
_BORDER = ("#8a8474", "#6b7486")
ROAD_COLOURS = ("#7d6a4c", "#b5a27f")
_CROSS = "M-1-4.5H1V-1H4.5V1H1V4.5H-1V1H-4.5V-1H-1Z"
# Maximum width for the advisors of one seat; maximum radius of their token.
_SLOT, _ADVISOR_RADIUS = 30.0, 7.5
# Half the width of the square around a monastery where clicks select it.
_TOUCH = 13.5
# Distance between a seal and the edge of the area where clicks select it, so that frames of this
# area do not touch the country's name.
_SEAL_TOUCH = 3.5
# Radius of the ring around an abbey, in radii of tokens; maximum width of lines around pieces.
_RING, _LINES = 1.5, 2.5
# Width of the arcs of alliances; radius of the tokens on them.
_ARC_WIDTH, _ARC_TOKEN = 4.0, 7.0


def paint_map(canvas: Canvas, board: Board, scene: Scene) -> None:
    """Paint the layers of the map, the lowest first."""
    canvas.region("map", MAP.grown(1))
    canvas.paint_once(_paint_land, board)
    _paint_alliances(canvas, board, scene)
    canvas.part(MAP.grown(1))
    canvas.paint_once(_paint_signs, board)
    _paint_pieces(canvas, board, scene)


def _paint_land(canvas: Canvas, board: Board) -> None:
    """Paint countries, roads and all monasteries as free; they are the same in every position."""
    layout, border = layout_of(board), canvas.colour(*_BORDER)
    canvas.rect(*MAP, radius=10, fill=canvas.colour(*_SEA), stroke=canvas.theme.line)
    for country, coast in layout.coasts.items():
        colour = artwork.country_colour(board, country, canvas)
        with canvas.moving(artwork.country_piece(country)):
            canvas.path(coast, fill=colour, stroke=border, stroke_linejoin="round")
    roads = "".join(road.path for road in layout.roads)
    canvas.path(roads, fill="none", stroke=canvas.colour(*ROAD_COLOURS), stroke_width=2.2)
    reach = _TOUCH * layout.scale
    for name, (x, y) in layout.places.items():
        paint_monastery(canvas, x, y, layout.scale)
        canvas.tip(f"{name}: {wording.MONASTERY}", *Area.around(x, y, reach))


def _paint_signs(canvas: Canvas, board: Board) -> None:
    """Paint the seals and the names of monasteries, which lie above roads and alliances."""
    layout = layout_of(board)
    size = map_layout.NAME_SIZE * layout.scale
    for country in board.countries:
        # An outline in the country's colour makes letters stand out against lines.
        outline_style = {
            "stroke": artwork.country_colour(board, country, canvas),
            "stroke_width": round(3 * UNITS / size),
        }
        with canvas.group(country, paint_order="stroke", stroke_linejoin="round", **outline_style):
            for place in board.monasteries_of(country):
                x, y = layout.names[place.name]
                canvas.text(
                    x, y + size * CAPITALS / 2, place.name, size, anchor="middle",
                    room=map_layout.NAME_ROOM * layout.scale,
                )  # fmt: skip
    for country, area in layout.seals.items():
        plate = _plate(board, country)
        canvas.rect(
            *plate, radius=8 * layout.scale, fill=canvas.theme.panel, stroke=canvas.colour(*_BORDER)
        )
        canvas.piece("seal", country, *plate)
        canvas.tip(f"{country}: {wording.SEAL}", *area)
        size = map_layout.COUNTRY_SIZE * layout.scale
        canvas.text(
            area.middle[0], area.top + 1.05 * CAPITALS * size, country, size, anchor="middle",
            bold=True, room=area.width,
        )  # fmt: skip


def _plate(board: Board, country: str) -> Area:
    """Return the plate of a seal, below the name of the country."""
    layout = layout_of(board)
    seal, height = layout.seals[country], map_layout.PLATE_HEIGHT * layout.scale
    return Area(seal.left, seal.bottom - height, seal.width, height)


def paint_monastery(canvas: Canvas, x: float, y: float, scale: float) -> None:
    """Paint a free monastery around (`x`, `y`)."""
    canvas.circle(
        x, y, 7 * scale, fill=canvas.theme.panel, stroke=canvas.theme.ink, stroke_width=1.2
    )
    canvas.path(_CROSS, x, y, scale, fill=canvas.theme.faint)


@functools.lru_cache(maxsize=8)
def _areas(board: Board) -> dict[str, Area]:
    layout = layout_of(board)
    ring = _RING * map_layout.TOKEN_RADIUS * layout.scale
    areas = {}
    for country, seal in layout.seals.items():
        centres = (layout.places[place.name] for place in board.monasteries_of(country))
        areas[country] = bounds([seal, *(Area.around(*at, ring) for at in centres)]).grown(_LINES)
    return areas


def _paint_pieces(canvas: Canvas, board: Board, scene: Scene) -> None:
    """Paint abbeys and advisors, with a separate part of the picture for each country.

    A decision changes only one or two of these parts.
    """
    layout = layout_of(board)
    reach = _TOUCH * layout.scale
    for name, (x, y) in layout.places.items():
        canvas.target(monastery_target(name), *Area.around(x, y, reach))
    for country, area in _areas(board).items():
        canvas.part(area)
        _paint_abbeys(canvas, board, scene, country)
        _paint_advisors(canvas, board, scene, country)


def _paint_alliances(canvas: Canvas, board: Board, scene: Scene) -> None:
    """Paint an arc for each alliance that would score, in the colours of its leaders."""
    layout = layout_of(board)
    for number, pair, arc in zip(board.alliance_numbers, board.alliances, layout.arcs, strict=True):
        seats = leaders_of_both(scene.position, pair)
        if not seats:
            continue
        curve, width = arc.curve.path, _ARC_WIDTH * layout.scale
        points = [Area.around(x, y, 2 * _ARC_TOKEN) for x, y in (*arc.curve, *arc.places)]
        area = bounds(points)
        canvas.part(area)
        canvas.path(curve, fill="none", stroke=canvas.theme.panel, stroke_width=1.8 * width)
        for at, seat in enumerate(seats):
            # Leaders share an arc as dashes of equal length.
            dashes = f"9 {9 * (len(seats) - 1)}" if len(seats) > 1 else None
            canvas.path(
                curve, fill="none", stroke=SEATS[seat], stroke_width=width,
                stroke_dasharray=dashes, stroke_dashoffset=-9 * at,
            )  # fmt: skip
        tip = describe_alliance(scene.position, number, pair, scene.names)
        canvas.tip_along(tip, curve, 2 * _ARC_TOKEN, area)
        for (x, y), seat in zip(arc.places, seats, strict=False):
            seat_token(canvas, x, y, _ARC_TOKEN * layout.scale, seat, tip)


def _paint_abbeys(canvas: Canvas, board: Board, scene: Scene, country: str) -> None:
    layout = layout_of(board)
    radius = map_layout.TOKEN_RADIUS * layout.scale
    for place in board.monasteries_of(country):
        seat = scene.position["abbeys"].get(place.name)
        if seat is None:
            continue
        x, y = layout.places[place.name]
        new = scene.earlier["abbeys"].get(place.name) != seat
        tip = f"{place.name}: {wording.ABBEY}; it belongs to {scene.names.of(seat)}"
        name = artwork.abbey_piece(place.name)
        artwork.paint_piece(canvas, name, x, y, radius, seat, tip, new=new)
        if ink := artwork.ink_around(canvas, scene, ["abbey", place.name], new=new):
            canvas.circle(x, y, _RING * radius, fill="none", stroke=ink, stroke_width=2.5)


def _paint_advisors(canvas: Canvas, board: Board, scene: Scene, country: str) -> None:
    layout = layout_of(board)
    scale = layout.scale
    canvas.target(seal_target(country), *layout.seals[country].grown(_SEAL_TOUCH * scale))
    plate = _plate(board, country)
    left, middle = plate.left + 3 * scale, plate.middle[1]
    room = open_seats(board, scene.position, country)
    right = plate.right - 27 * scale
    artwork.paint_open_seat(canvas, right + 7 * scale, middle, 4.5 * scale)
    size = SMALLEST_TEXT * scale
    canvas.label(right + 13.5 * scale, middle + 4 * scale, str(room), size, room=size)
    canvas.tip(wording.OPEN_SEAT, right, plate.top, 27 * scale, plate.height)
    seated = scene.position["advisors"].get(country, ())
    earlier = scene.earlier["advisors"].get(country)
    seats = [seat for seat, count in enumerate(seated) if count]
    slot = min(_SLOT * scale, (right - left) / max(len(seats), 1))
    radius = min(_ADVISOR_RADIUS * scale, 0.32 * slot)
    for at, seat in enumerate(seats):
        x = left + at * slot
        new = seated[seat] != (earlier[seat] if earlier else 0)
        name = f"advisor {country} {seat}"
        artwork.paint_piece(canvas, name, x + 1.25 * radius, middle, radius, seat, new=new)
        canvas.text(
            x + 2.7 * radius, middle + 0.6 * radius, str(seated[seat]), 1.7 * radius,
            bold=True, room=slot - 2.7 * radius,
        )  # fmt: skip
        whose = f"{scene.names.of(seat)}: {counted(seated[seat], 'advisor')} in {country}"
        canvas.tip(f"{whose}; advisors count for alliances", x, middle - radius, slot, 2 * radius)
        ink = artwork.ink_around(canvas, scene, ["advisor", country], new=new)
        if ink and (new or seat == scene.position["player"]):
            around = x - scale, middle - 9.5 * scale, slot, 18 * scale
            canvas.frame(*around, stroke=ink, radius=5 * scale, thick=2)
