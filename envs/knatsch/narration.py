"""Sentences about the last decision."""

from collections.abc import Iterator, Mapping
from typing import Any

from hofspiele.envs.knatsch.components import TOURNAMENT_NAME
from hofspiele.envs.knatsch.written_attempts import DEFENCE_NAME, KING_NAME
from hofspiele.envs.pictures.scene import Scene


def describe_event(scene: Scene) -> str:
    """Describe the last decision and its consequences; empty if the scene does not include it."""
    if not scene.decision or scene.before is None:
        return ""
    player, action = scene.decision["player"], scene.decision["action"]
    did = f"player {player} {_action_phrase(scene.before, player, action)}"
    return "; ".join([did, *_outcome(scene, scene.before, action)])


def winner_of(scene: Scene) -> int | None:
    """Return the seat that has won; None if nobody has won, or nobody yet."""
    return scene.winners[0] if scene.position["over"] and len(scene.winners) == 1 else None


def _action_phrase(before: Mapping[str, Any], player: int, action: str) -> str:
    match action.split():
        case ["bury", *pile]:
            return f"put the top card of {' '.join(pile)} under it"
        case ["target", "pile", number]:
            top = before["piles"][int(number) - 1]["top"]
            if top == TOURNAMENT_NAME:
                return f"held the tournament on pile {number}"
            return f"threw at {top} on pile {number}"
        case ["target", *card, "of", offset]:
            owner = (player + int(offset)) % before["num_players"]
            return f"threw at {' '.join(card)} of player {owner}"
        case ["challenge", *_]:
            return "challenged the king"
        case ["keep", pattern]:
            thrown = pattern.count(".")
            return f"threw {dice_in_words(thrown)} again" if thrown else "threw no more"
        case ["lose", colour, "under", *pile]:
            return f"put castle {colour} under {' '.join(pile)}"
        case ["leave", colour, _]:
            return f"left castle {colour} unguarded"
        case ["guard", *kind]:
            return f"guards {' '.join(kind)}"
    return "passed"


def dice_in_words(count: int) -> str:
    """Return a number of dice in words."""
    return "one die" if count == 1 else f"{count} dice"


def _outcome(scene: Scene, before: Mapping[str, Any], action: str) -> list[str]:
    after = scene.position
    found = [*_wins(before, after)]
    if (winner := winner_of(scene)) is not None:
        return [*found, f"player {winner} wins the game"]
    if after["over"]:
        return [*found, "the game is broken off"]
    return found or [*_without_a_win(before, after, action)]


def _wins(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    for seat in range(after["num_players"]):
        for field, word in (("castles", "castle "), ("actions", "")):
            for card in after[field][seat]:
                if card not in before[field][seat]:
                    yield f"player {seat} won {word}{card}"
        if after["tournaments"][seat] > before["tournaments"][seat]:
            yield f"player {seat} won the tournament"


def _without_a_win(
    before: Mapping[str, Any], after: Mapping[str, Any], action: str
) -> Iterator[str]:
    """Describe the consequences of throws that have won no card."""
    thrown, throws = before["attempt"], after["attempt"]
    if throws is not None:
        if throws["by"] != before["player"]:
            if throws.get("leader") == before["player"]:
                yield f"player {throws['leader']} leads"
            own = f" castle {throws['castle']}" if throws["target"] == DEFENCE_NAME else ""
            yield f"player {throws['by']} {'defends' if own else 'throws'}{own}"
    elif action.startswith("challenge") or (thrown is not None and thrown["target"] == KING_NAME):
        yield "the king is not beaten"
    elif thrown is not None and thrown["target"] == DEFENCE_NAME:
        yield f"castle {thrown['castle']} is defended"
    elif action.startswith(("target", "keep")):
        yield "nothing is won"
