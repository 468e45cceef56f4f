"""The complete picture of a position, and the legend."""

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.knatsch import wording
from hofspiele.envs.knatsch.components import TOURNAMENT_NAME, Components
from hofspiele.envs.knatsch.dice import DEAD
from hofspiele.envs.knatsch.picture import artwork
from hofspiele.envs.knatsch.picture.player_panels import paint_player, player_panels
from hofspiele.envs.knatsch.picture.situation import DIE_SIZE, paint_die, paint_situation
from hofspiele.envs.knatsch.picture.table import paint_king, paint_piles
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.legend import MIDDLE, SIZE, Symbol, drawn_symbol
from hofspiele.envs.pictures.pieces import new_picture, own_first, seat_token
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.theme import CARD_INK


def paint(components: Components, scene: Scene, event: str) -> Canvas:
    """Return the picture of a scene; the headline contains `event`, a sentence."""
    position, panels = scene.position, player_panels(scene)
    stage = f"turn {position['turn'] + 1} ({scene.names.of(position['active'])})"
    cards = counted(position["buried"], "card")
    facts = [f"{cards} buried this turn"] if position["buried"] else []
    canvas, _ = new_picture(scene, "Knatsch", stage, facts, event, panels[-1].bottom)
    paint_piles(canvas, components, scene)
    paint_king(canvas, components, scene)
    paint_situation(canvas, scene)
    for seat in own_first(scene, len(panels)):
        paint_player(canvas, components, scene, seat, panels[seat])
    return canvas


# --- the legend ---------------------------------------------------------------------------------

_DIE, _SMALL_DIE = 30.0, 13.0
_CORNER = (SIZE - DIE_SIZE) / 2, (SIZE - DIE_SIZE) / 2


def _emblem(name: str, meaning: str, of: str) -> Symbol:
    return drawn_symbol(name, meaning, artwork.EMBLEMS[of], fill_rule="evenodd")


def _dice(
    name: str,
    meaning: str,
    *faces: int,
    size: float = _DIE,
    colours: artwork.Colours = artwork.ON_TABLE,
) -> Symbol:
    left, top = (SIZE - size * (len(faces) * 9 - 1) / 8) / 2, (SIZE - size) / 2
    return Symbol(
        name, meaning, lambda canvas: artwork.paint_row(canvas, faces, left, top, size, colours)
    )


def _paint_lock(canvas: Canvas) -> None:
    x, y = MIDDLE
    canvas.path(artwork.LOCK, x, y - 3, 1.4, fill=CARD_INK, fill_rule="evenodd")


LEGEND = (
    _emblem("castle", wording.CASTLE, "castles"),
    _emblem(TOURNAMENT_NAME, wording.TOURNAMENT, TOURNAMENT_NAME),
    _emblem("king", wording.KING, "king"),
    _emblem("actions", wording.TOTALS["actions"], "actions"),
    *(
        _emblem(kind, meaning, kind)
        if kind in artwork.EMBLEMS
        else _dice(kind, meaning, int(kind[-1]))
        for kind, meaning in wording.ACTIONS.items()
    ),
    Symbol("lock", wording.LOCK, _paint_lock),
    _dice("red dice", wording.EQUAL_DICE, 3, 3, 3, size=_SMALL_DIE, colours=artwork.EQUAL),
    _dice("yellow die", wording.EXTRA_DIE, 1, colours=artwork.EXTRA),
    Symbol("crossed die", wording.DEAD_DIE, lambda canvas: paint_die(canvas, DEAD, *_CORNER)),
    Symbol("bull's eye", wording.TARGET, lambda canvas: artwork.paint_bulls_eye(canvas, *MIDDLE)),
    Symbol("percentage", wording.CHANCE, lambda it: artwork.paint_chance(it, 43, 15, 0.42)),
    Symbol("token", wording.PLAYER, lambda canvas: seat_token(canvas, *MIDDLE, 15, 1)),
)
