"""High Card: each player holds three cards; the highest of each trick wins it and leads the next.

This file contains what other games divide into several files. The game has neither its own picture
nor its own text form, because the shared tests show that games may leave out both.
"""

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.core import Game, Layout, Piece, kernel
from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.features import relative_seat
from hofspiele.envs.core.loops import sum_of, zeros
from hofspiele.envs.core.outcomes import rank_by
from hofspiele.envs.core.rng import seed_generator, shuffle
from hofspiele.envs.core.state import Field, empty_position, record_dtype
from hofspiele.envs.core.text.data_file import load_data_file
from hofspiele.envs.core.text.written import PositionReader, at_most, integer, sequence

from . import PLAYER_COUNTS, SPEC  # Tests also install this package under another name.

MAX_PLAYERS, HAND_SIZE, MOST_CARDS, NONE = max(PLAYER_COUNTS), 3, 40, -1


# --- components, state, observation ------------------------------------------------------------


def load_components(path: str | None) -> int:
    """Read a component file, by default the game's own, and return its number of cards."""
    return load_data_file(path, __package__, _cards)


def _cards(content: Mapping[str, Any]) -> int:
    return integer("cards", content.get("cards"), MAX_PLAYERS * HAND_SIZE, MOST_CARDS)


def build_params(num_cards: int, num_players: int) -> np.ndarray:
    """Return the record that kernels read: numbers of players and cards."""
    dtype = record_dtype([("num_players", np.int16), ("num_cards", np.int16)])
    return np.array([(num_players, num_cards)], dtype)


def fields(num_cards: int) -> list[Field]:
    """Return the fields of a position."""
    return [
        Field("holder", (num_cards,), "seat that holds a card, or NONE", empty=NONE),
        Field("seen", (num_cards,), "1 for cards that have been played"),
        Field("played", (MAX_PLAYERS,), "card of each seat in this trick, or NONE", empty=NONE),
        Field("tricks", (MAX_PLAYERS,), "tricks that each seat has won"),
    ]


def layout(num_cards: int) -> Layout:
    """Return the layout of what a player may know, with seats relative to the observer."""
    return Layout(
        [
            Piece("num_players", (MAX_PLAYERS + 1,), "one-hot"),
            Piece("hand", (num_cards,), "1 for own cards"),
            Piece("seen", (num_cards,), "1 for cards that have been played"),
            Piece("played", (MAX_PLAYERS, num_cards), "one-hot card of each seat in this trick"),
            Piece("tricks", (MAX_PLAYERS,), f"tricks / {HAND_SIZE}"),
        ]
    )


# --- kernels -----------------------------------------------------------------------------------


@kernel
def deal(params, state, seed):
    """Deal three cards to each player; the rest is out of the game."""
    seed_generator(state, seed)
    deck = zeros(int(params.num_cards), np.int64, MOST_CARDS)
    for card in range(params.num_cards):
        deck[card] = card
    shuffle(state, deck, params.num_cards)
    for place in range(HAND_SIZE * params.num_players):
        state.holder[deck[place]] = place // HAND_SIZE


@kernel
def legal(params, state, mask):
    """Fill `mask`, which allows every card in the hand of the deciding player."""
    for card in range(params.num_cards):
        mask[card] = state.holder[card] == state.player


@kernel
def apply(params, state, action):
    """Play a card; the last card of a trick ends it."""
    state.holder[action] = NONE
    state.seen[action] = 1
    state.played[state.player] = action
    state.player = (state.player + 1) % params.num_players
    if state.played[state.player] != NONE:
        state.player = best_seat(state)
        state.tricks[state.player] += 1
        state.played[:] = NONE
        state.over = sum_of(state.tricks) == HAND_SIZE


@kernel
def best_seat(state):
    """Return the seat with the highest card in this trick."""
    best = 0
    for seat in range(1, MAX_PLAYERS):
        if state.played[seat] > state.played[best]:
            best = seat
    return best


@kernel
def observe(params, state, player, out):
    """Write what `player` may know into the zeroed record `out`."""
    out.num_players[params.num_players] = 1.0
    for card in range(params.num_cards):
        out.hand[card] = state.holder[card] == player
        out.seen[card] = state.seen[card]
    for seat in range(params.num_players):
        relative = relative_seat(params, seat, player)
        out.tricks[relative] = state.tricks[seat] / HAND_SIZE
        if state.played[seat] != NONE:
            out.played[relative, state.played[seat]] = 1.0


@kernel
def redeal(params, state, player, seed):
    """Deal new hands of the same sizes to the others, from cards that `player` has not seen."""
    seed_generator(state, seed)
    unseen = zeros(int(params.num_cards), np.int64, MOST_CARDS)
    missing = zeros(int(params.num_players), np.int64, MAX_PLAYERS)
    count = 0
    for card in range(params.num_cards):
        if state.holder[card] != player and not state.seen[card]:
            unseen[count] = card
            count += 1
            if state.holder[card] != NONE:
                missing[state.holder[card]] += 1
                state.holder[card] = NONE
    shuffle(state, unseen, count)
    for seat in range(params.num_players):
        for _ in range(missing[seat]):
            count -= 1
            state.holder[unseen[count]] = seat


@kernel
def action_values(params, state, worth):
    """Fill `worth`, which prefers the lowest card that beats the trick, or else the lowest card."""
    highest = state.played[best_seat(state)]
    for card in range(params.num_cards):
        if state.holder[card] == state.player:
            worth[card] = (card > highest) - card / params.num_cards


@kernel
def score_and_rank(params, state, scores, ranks):
    """Fill `scores` with the numbers of tricks, and `ranks` accordingly."""
    for seat in range(params.num_players):
        scores[seat] = state.tricks[seat]
    rank_by(scores, params.num_players, ranks)


@kernel
def utilities(params, state, scores, ranks, outcome):
    """Fill `outcome`: for each trick, every other player pays one chip to its winner."""
    tricks = sum_of(scores)
    for seat in range(params.num_players):
        outcome[seat] = params.num_players * scores[seat] - tricks


# --- the game ----------------------------------------------------------------------------------


class HighCard(Game):
    """High Card for 2 to 4 players."""

    spec = SPEC

    def __init__(self, **options: Any):
        options = SPEC.complete(options)
        num_cards = load_components(options["components"])
        super().__init__(
            options=options,
            kernels=Kernels(
                deal,
                legal,
                apply,
                observe,
                score_and_rank,
                redeal,
                action_values,
                utilities=utilities,
            ),
            params=build_params(num_cards, options["num_players"]),
            empty=empty_position(fields(num_cards)),
            layout=layout(num_cards),
            action_names=[f"play {card + 1}" for card in range(num_cards)],
        )

    def write_fields(self, state: np.record) -> dict[str, Any]:
        seats = range(self.num_players)
        return {
            "player": int(state["player"]),
            "over": bool(state["over"]),
            "hands": [(np.flatnonzero(state["holder"] == seat) + 1).tolist() for seat in seats],
            "seen": (np.flatnonzero(state["seen"]) + 1).tolist(),
            "played": [int(state["played"][seat]) + 1 for seat in seats],
            "tricks": [int(state["tricks"][seat]) for seat in seats],
        }

    def read_fields(self, reader: PositionReader, state: np.record) -> None:
        state["player"] = reader.seat("player")
        state["over"] = reader.flag("over")
        for seat, where, cards in reader.by_seat("hands"):
            at_most(where, len(sequence(where, cards)), HAND_SIZE)
            for card in cards:
                state["holder"][integer(where, card, 1, self.num_actions) - 1] = seat
        for card in reader.sequence("seen", self.num_actions):
            state["seen"][integer("seen", card, 1, self.num_actions) - 1] = 1
        for seat, where, card in reader.by_seat("played"):
            state["played"][seat] = integer(where, card, 0, self.num_actions) - 1
        reader.integers_by_seat("tricks", HAND_SIZE, state["tricks"])

    def count_points(self, state: np.record) -> dict[str, list[int]]:
        tricks = state["tricks"][: self.num_players].tolist()
        return {"tricks": tricks, "total": tricks}

    def visible_part(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, Any]:
        hands = enumerate(position["hands"])
        seen = [hand if point_of_view in (None, seat) else len(hand) for seat, hand in hands]
        return {**position, "hands": seen}

    def hidden_cards(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, dict[str, int]]:
        hands = {
            f"hand of player {seat}": hand
            for seat, hand in enumerate(position["hands"])
            if point_of_view not in (None, seat)
        }
        seen = itertools.chain(position["seen"], *position["hands"])
        hands["out of the game"] = [*({*range(1, self.num_actions + 1)} - {*seen})]
        return {place: {str(card): 1 for card in cards} for place, cards in hands.items()}
