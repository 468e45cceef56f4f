"""The targets in a picture that actions point at, and reasons why no action points at one."""

import numpy as np

from hofspiele.envs.kardinal import actions, placing, rules
from hofspiele.envs.kardinal.actions import Action, all_actions
from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.state import DRAW
from hofspiele.envs.pictures.canvas import numbered_name
from hofspiele.envs.pictures.scene import Names

PILE_TARGET = "pile"


def monastery_target(name: str) -> str:
    """Return the target for abbeys on a monastery."""
    return f"monastery {name}"


def seal_target(country: str) -> str:
    """Return the target for advisors on the seal of a country."""
    return f"seal of {country}"


def vatikan_seal_target(table: str, country: str) -> str:
    """Return the target for advisors on a seal of `table`, a name from `PLACE_NAMES`."""
    return f"{table} {country}"


def face_up_target(place: int) -> str:
    """Return the target for the face-up card at index `place`."""
    return f"face-up {place + 1}"


def card_target(colour: str, number: int) -> str:
    """Return the target for the card at index `number` among the player's cards of a colour."""
    return numbered_name(f"card {colour}", number)


def targets_of(board: Board, action: Action) -> frozenset[str]:
    """Return the targets of an action: a piece's place, and the cards paid, exchanged or drawn."""
    cards = 1 if action.kind == actions.EXCHANGE else action.cards
    targets = [card_target(board.colours[action.colour], card) for card in range(cards)]
    if action.kind in actions.PLACE_KINDS:
        targets.append(_place_target(board, action))
    elif action.kind == actions.FACE_UP:
        targets.append(face_up_target(action.place))
    elif action.kind == actions.PILE:
        targets.append(PILE_TARGET)
    return frozenset(targets)


def _place_target(board: Board, action: Action) -> str:
    if action.kind == actions.ABBEY:
        return monastery_target(board.monasteries[action.place].name)
    if action.kind == actions.ADVISOR:
        return seal_target(board.countries[action.place])
    return vatikan_seal_target(actions.PLACE_NAMES[action.kind], board.countries[action.place])


# --- why no legal action points at a target ----------------------------------------------------


def why_no_action(
    board: Board, params: np.record, state: np.record, target: str, names: Names
) -> str:
    """Return the reason why the deciding player cannot choose a target.

    The reason is empty if the prompt already gives it.
    """
    draws = state["turn_step"] == DRAW
    if target == PILE_TARGET or target in map(face_up_target, range(board.face_up_cards)):
        if draws:
            return "there is no card there"
        return "players draw after placing pieces or exchanging a card, but not in the last round"
    if draws:
        return ""
    for action in all_actions(board):
        if action.kind in actions.PLACE_KINDS and _place_target(board, action) == target:
            return _why_no_piece(board, params, state, action, names)
    return "this card can't pay for any piece you may place now"


def _why_no_piece(
    board: Board, params: np.record, state: np.record, action: Action, names: Names
) -> str:
    kind, place, is_abbey = action.kind, action.place, action.kind == actions.ABBEY
    if is_abbey and (owner := state["owner"][place]) != actions.NONE:
        return f"{board.monasteries[place].name} already has an abbey of {names.of(owner)}"
    piece = "abbeys" if is_abbey else "advisors"
    if state[f"{piece}_left"][state["player"]] == 0:
        return f"you have no {piece} left"
    if kind in (actions.CLOISTER_TABLE, actions.COUNCIL_TABLE):
        return _why_not_in_vatikan(board, params, state, action, names)
    country = params["country"][place] if is_abbey else place
    if elsewhere := _elsewhere(board, params, state, country):
        return elsewhere
    name = board.countries[country]
    if is_abbey and not placing.may_place_abbey(params, state, country):
        return (
            f"{name} was empty at the start of the turn, so only one piece may go there this turn"
        )
    if not is_abbey and placing.was_empty(params, state, country):
        return f"{name} had no abbey at the start of the turn, so no advisor may be placed there"
    if not is_abbey and not placing.may_place_advisor(params, state, country):
        most = "the abbeys of the player who has the most there"
        return f"advisors in {name} can't outnumber {most}"
    card = board.colours[params["named_by"][country]]
    return f"it costs one {card} card or two cards of the same colour; you have neither"


def _elsewhere(board: Board, params: np.record, state: np.record, country: int) -> str:
    """Return why this turn's pieces can't go into `country`; empty if they can."""
    if params["two_countries"] or state["num_placed"] == 0:
        return ""
    first = placing.placed_in(params, state, 0)
    if first == country:
        return ""
    if first == actions.NONE:
        return "after an advisor in the Vatican, no piece may go into a country this turn"
    return f"all pieces of a turn go into one country; this turn that is {board.countries[first]}"


def _why_not_in_vatikan(
    board: Board, params: np.record, state: np.record, action: Action, names: Names
) -> str:
    table, country = actions.PLACE_NAMES[action.kind].split()[0], action.place
    seals = state[f"{table}_table"]
    if seals[country] != actions.NONE:
        return f"this seal is already taken by {names.of(seals[country])}'s advisor"
    if not rules.column_is_free(seals, params[f"{table}_columns"], country):
        return "there is already an advisor in this column"
    if elsewhere := _elsewhere(board, params, state, actions.NONE):
        return elsewhere
    if not placing.may_place_in_vatikan(params, state):
        return "only one advisor per turn may go to the Vatican"
    name = board.countries[country]
    pair = f"two cards of the same colour that do not name {name}"
    return f"it costs {pair}; you have no such pair"
