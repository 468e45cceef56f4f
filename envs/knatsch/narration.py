"""Sentences about the last decision, the current decision, and the winner."""

from collections.abc import Iterator

from hofspiele.envs.knatsch import scoring
from hofspiele.envs.knatsch.actions import pile_name
from hofspiele.envs.knatsch.components import TOURNAMENT_NAME, called, suit_of
from hofspiele.envs.knatsch.pointing import THE_KING, target_of
from hofspiele.envs.knatsch.written_attempts import DEFENCE_NAME, KING_NAME
from hofspiele.envs.pictures.scene import Scene


def outcome_of_decision(scene: Scene) -> list[str]:
    """Return phrases about the effects of the last decision."""
    found = [*_wins(scene)]
    if (winner := winner_of(scene)) is not None:
        return [*found, f"{scene.names.of(winner)} wins the game"]
    if scene.position["over"]:
        return [*found, "the game ends in a draw: the turn limit was reached"]
    return found or [*_without_a_win(scene, scene.decision["action"])]


def winner_of(scene: Scene) -> int | None:
    """Return the seat that has won, or None during the game and after a draw."""
    return scene.winners[0] if scene.position["over"] and len(scene.winners) == 1 else None


def _wins(scene: Scene) -> Iterator[str]:
    before, after = scene.earlier, scene.position
    for seat in range(after["num_players"]):
        for field in ("castles", "actions"):
            for card in after[field][seat]:
                if card not in before[field][seat]:
                    yield f"{scene.names.of(seat)} won {called(suit_of(card))}"
        if after["tournaments"][seat] > before["tournaments"][seat]:
            yield f"{scene.names.of(seat)} won the tournament"


def _without_a_win(scene: Scene, action: str) -> Iterator[str]:
    """Yield phrases about the effects of throws that have won no card."""
    thrown, throws = scene.earlier["attempt"], scene.position["attempt"]
    player = scene.earlier["player"]
    if throws is not None:
        if throws["by"] != player:
            if throws.get("leader") == player:
                yield f"{scene.names.of(player)} leads"
            own = f" castle {throws['castle']}" if throws["target"] == DEFENCE_NAME else ""
            yield f"{scene.names.of(throws['by'])} {'defends' if own else 'throws'}{own}"
    elif action.startswith("challenge") or (thrown is not None and thrown["target"] == KING_NAME):
        yield "the king was not beaten"
    elif thrown is not None and thrown["target"] == DEFENCE_NAME:
        yield f"castle {thrown['castle']} was defended"
    elif action.startswith(("target", "keep")):
        yield "nothing was won"


def dice_were_thrown(scene: Scene) -> bool:
    """Return whether the last decision may have thrown dice; cards then move after the dice."""
    return scene.decision.get("action", "").startswith(("target", "challenge", "keep"))


# --- the current decision -----------------------------------------------------------------------


# The words for each step: a short form, the full form, and the details.
_STEPS = {
    "target": ("names a target", "names a target", "to throw the dice for"),
    "dice": ("throws", "throws", ""),
    "lose castle": ("gives up a castle", "gives up a castle", "as the king was not beaten"),
    "guard castles": ("places a guard", "leaves a castle unguarded", "as the turn ends"),
    "guard action": ("places a guard", "guards an action card", "as the turn ends"),
}


def main_words(scene: Scene) -> tuple[int | None, str, str]:
    """Return the deciding or winning seat (None after a draw), the main words and the details."""
    position, names = scene.position, scene.names
    player = position["player"]
    if position["over"]:
        winner = winner_of(scene)
        if winner is None:
            return None, "a draw", "the turn limit was reached"
        return winner, f"{names.of(winner)} wins", _reason_for_win(scene, winner)
    if position["step"] != "dice":
        _, words, about = _STEPS[position["step"]]
        about = about if position["attempt"] is None else "after an action card was won"
        return player, f"{names.of(player)} {words}", about
    attempt, active = position["attempt"], position["active"]
    if attempt["target"] == DEFENCE_NAME:
        about = f"castle {attempt['castle']} against {names.of(active)}"
        return player, f"{names.of(player)} defends", about
    if attempt["target"] == TOURNAMENT_NAME:
        return player, f"{names.of(player)} throws", f"in the tournament of {names.of(active)}"
    return player, f"{names.of(player)} throws", _target_words(scene)


def _target_words(scene: Scene) -> str:
    position, target = scene.position, target_of(scene.position)
    for number, pile in enumerate(position["piles"]):
        if target == pile_name(number):
            return f"for {suit_of(pile['top'])} on {target}"
    if target == THE_KING:
        return f"against {THE_KING}"
    card, _, owner = target.rpartition(" of ")
    return f"for {card} of {scene.names.of(int(owner))}"


def _reason_for_win(scene: Scene, winner: int) -> str:
    castles, tournaments = scene.sheet["castles"][winner], scene.sheet["tournaments"][winner]
    if castles >= scoring.CASTLES_TO_WIN:
        return f"with {castles} castles"
    if castles >= scoring.CASTLES_WITH_TOURNAMENTS and tournaments >= scoring.TOURNAMENTS_TO_WIN:
        return f"with {castles} castles and {tournaments} tournaments"
    return "by beating the king"


def words_beside_name(scene: Scene, seat: int) -> str:
    """Return the words next to a seat's name, or an empty string if there are none."""
    position = scene.position
    if position["over"]:
        return "wins" if seat == winner_of(scene) else ""
    if seat == position["player"]:
        if position["attempt"] is not None and position["attempt"]["target"] == DEFENCE_NAME:
            return "defends"
        return _STEPS[position["step"]][0]
    return "active player" if seat == position["active"] else ""
