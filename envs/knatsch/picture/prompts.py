"""The words about the current decision, or about the winner."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from hofspiele.envs.knatsch.actions import pile_name
from hofspiele.envs.knatsch.components import TOURNAMENT_NAME
from hofspiele.envs.knatsch.narration import winner_of
from hofspiele.envs.knatsch.picture.target_marker import target_of
from hofspiele.envs.knatsch.scoring import (
    CASTLES_TO_WIN,
    CASTLES_WITH_TOURNAMENTS,
    TOURNAMENTS_TO_WIN,
)
from hofspiele.envs.knatsch.written_attempts import DEFENCE_NAME
from hofspiele.envs.pictures.scene import Scene


class _Step(NamedTuple):
    """The words for a step: a short form, the full form, and its reason or occasion."""

    short: str
    full: str
    about: str = ""


_STEPS = {
    "target": _Step("names a target", "names a target", "to throw the dice for"),
    "dice": _Step("throws", "throws"),
    "lose castle": _Step("gives up a castle", "gives up a castle", "as the king is not beaten"),
    "guard castles": _Step("places a guard", "leaves a castle unguarded", "as the turn ends"),
    "guard action": _Step("places a guard", "guards an action card", "as the turn ends"),
}


def main_words(scene: Scene) -> tuple[int | None, str, str]:
    """Return the seat of the deciding player or winner, the main words, and the details."""
    position = scene.position
    player = position["player"]
    if position["over"]:
        winner = winner_of(scene)
        if winner is None:
            return None, "nobody wins", "the game is broken off"
        return winner, f"player {winner} wins", _reason_for_win(scene, winner)
    if position["step"] != "dice":
        step = _STEPS[position["step"]]
        about = step.about if position["attempt"] is None else "after an action card was won"
        return player, f"player {player} {step.full}", about
    attempt, active = position["attempt"], position["active"]
    if attempt["target"] == DEFENCE_NAME:
        about = f"castle {attempt['castle']} against player {active}"
        return player, f"player {player} defends", about
    if attempt["target"] == TOURNAMENT_NAME:
        return player, f"player {player} throws", f"in the tournament of player {active}"
    return player, f"player {player} throws", f"at {_target_words(position)}"


def _target_words(position: Mapping[str, Any]) -> str:
    target = target_of(position)
    for number, pile in enumerate(position["piles"]):
        if target == pile_name(number):
            return f"{pile['top']} on {target}"
    return target.replace(" of ", " of player ")


def _reason_for_win(scene: Scene, winner: int) -> str:
    castles, tournaments = scene.sheet["castles"][winner], scene.sheet["tournaments"][winner]
    if castles >= CASTLES_TO_WIN:
        return f"with {castles} castles"
    if castles >= CASTLES_WITH_TOURNAMENTS and tournaments >= TOURNAMENTS_TO_WIN:
        return f"with {castles} castles and {tournaments} tournaments"
    return "having beaten the king"


def words_beside_name(scene: Scene, seat: int) -> str:
    """Return the words beside a seat's name; empty if the seat only waits."""
    position = scene.position
    if position["over"]:
        return "wins" if seat == winner_of(scene) else ""
    if seat == position["player"]:
        if position["attempt"] is not None and position["attempt"]["target"] == DEFENCE_NAME:
            return "defends"
        return _STEPS[position["step"]].short
    return "has the turn" if seat == position["active"] else ""
