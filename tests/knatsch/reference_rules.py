"""A slow second implementation of the rules on written positions, to compare with."""

from collections.abc import Callable
from copy import deepcopy
from itertools import combinations
from typing import Any

from tests.knatsch.reference_dice import Result, reading
from tests.knatsch.scenario import BOX, COLOURS, KINDS, STOP, keeping, kind_of, written

IN_ORDER = [*BOX]
KING = (4, 5, 1)
TREASON = (3, 2, 4)
# A function that throws the dice that are not kept, in any order.
Throw = Callable[[list[int]], list[int]]


def combination(card: str) -> Result:
    """Return the combination on a card."""
    equal, extra = card.rpartition(" ")[2].split("+")
    return len(equal), int(equal[0]), int(extra)


def name_of(what: str) -> str:
    """Return the colour or kind of a target like "castle red"."""
    colour = what.removeprefix("castle ")
    return colour if colour in COLOURS else what


class ReferenceRules:
    """One written position and, by `do`, what becomes of it.

    Attributes:
        position: as it is now.
        winner: the seat that has won, if `do` has won the game.
    """

    def __init__(self, shown: dict[str, Any], throw: Throw, max_turns: int):
        self.position = deepcopy(shown)
        self.throw = throw
        self.max_turns = max_turns
        self.winner: int | None = None

    # --- who has what --------------------------------------------------------------------------

    def castles(self, seat: int) -> list[str]:
        """Return the colours of a player's castles."""
        return [kind_of(card) for card in self.position["castles"][seat]]

    def actions(self, seat: int) -> list[str]:
        """Return the kinds of a player's action cards."""
        return [kind_of(card) for card in self.position["actions"][seat]]

    def has_won(self, seat: int) -> bool:
        castles, tournaments = len(self.castles(seat)), self.position["tournaments"][seat]
        return castles >= 4 or (castles >= 2 and tournaments >= 3)

    def may_have(self, seat: int, card: str) -> bool:
        """Return whether a player may own a card: no duplicates except tournaments."""
        return kind_of(card) not in [*self.castles(seat), *self.actions(seat)]

    # --- what is legal -------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """Return the names of all legal actions."""
        if self.position["over"]:
            return set()
        active = self.position["active"]
        match self.position["step"]:
            case "target":
                return self._legal_in_turn()
            case "dice":
                dice = written(self.position["attempt"]["dice"])
                live = dice.replace("6", "")
                parts = [part for number in range(7) for part in combinations(live, number)]
                return {keeping(dice, "".join(part)) for part in parts}
            case "lose castle":
                colours = self.castles(active)
                return {f"lose {colour} under pile {pile}" for colour in colours for pile in (1, 2)}
            case "guard castles":
                return {f"leave {colour} unguarded" for colour in self.castles(active)}
            case "guard action":
                return {f"guard {kind}" for kind in self.actions(active)} - {"guard action guard"}
        raise AssertionError(self.position["step"])

    def _legal_in_turn(self) -> set[str]:
        position, active = self.position, self.position["active"]
        names = {f"target {target}" for target in self.targets()}
        piles = position["piles"]
        beyond = position["buried"] - (2 if "stack" in self.actions(active) else 1)
        hidden = [card for pile in piles for card in pile[1:]]
        hopeful = any(self.may_have(active, card) for card in hidden)
        if beyond < 0 or (not names and hopeful and beyond < len(piles[0]) + len(piles[1])):
            names |= {f"bury pile {pile + 1}" for pile in (0, 1) if len(piles[pile]) > 1}
        first = position["buried"] == 0 and position["attempt"] is None
        if len(self.castles(active)) == 3 and first:
            names.add("challenge the king")
        won_a_card = position["attempt"] is not None
        return names | {"pass"} if won_a_card or not names else names

    def targets(self) -> set[str]:
        """Return the names of the top cards and the opponents' unguarded cards that are targets."""
        position, active, number = (
            self.position,
            self.position["active"],
            self.position["num_players"],
        )
        names = {
            f"pile {pile + 1}"
            for pile, cards in enumerate(position["piles"])
            if cards and self.may_have(active, cards[0])
        }
        for offset in range(1, number):
            owner = (active + offset) % number
            castles = self.castles(owner)
            if len(castles) >= (3 if number == 2 else 2):
                free = set(castles) - {*position["guarded_castles"][owner], *self.castles(active)}
                names |= {f"castle {colour} of +{offset}" for colour in free}
            free = {*self.actions(owner)} - {
                position["guarded_action"][owner],
                *self.actions(active),
            }
            names |= {f"{kind} of +{offset}" for kind in free}
        return names

    # --- what an action does -------------------------------------------------------------------

    def do(self, action: str) -> None:
        """Carry an action out up to the next decision."""
        position, active = self.position, self.position["active"]
        if action.startswith("bury"):
            pile = position["piles"][int(action[-1]) - 1]
            pile.append(pile.pop(0))
            position["buried"] += 1
        elif action == "challenge the king":
            self._begin("king", active, KING)
        elif action.startswith("target pile"):
            self._aim_at_pile(int(action[-1]))
        elif action.startswith("target"):
            what, _, offset = action.removeprefix("target ").partition(" of +")
            owner = (active + int(offset)) % position["num_players"]
            card = self._card(owner, name_of(what))
            self._begin(f"{what} of {owner}", active, combination(card))
        elif action.startswith("keep"):
            self._keep(action)
        elif action.startswith("lose"):
            card = self._card(active, action.split()[1])
            self._give_up(active, card)
            position["piles"][int(action[-1]) - 1].append(card)
            self._end_turn()
        elif action.startswith("leave"):
            self._guard_castles({*self.castles(active)} - {action.split()[1]})
        elif action.startswith("guard"):
            self._guard_action(action.removeprefix("guard "))
        else:
            assert action == "pass"
            self._end_turn()

    def _aim_at_pile(self, pile: int) -> None:
        active, card = self.position["active"], self.position["piles"][pile - 1][0]
        if card == "tournament":
            self._begin("tournament", active, None, pile=pile, leader=None)
            return
        beat = combination(card)
        if kind_of(card) in COLOURS and "treason" in self.actions(active):
            beat = min(beat, TREASON)
        self._begin(f"pile {pile}", active, beat)

    def _card(self, seat: int, name: str) -> str:
        cards = [*self.position["castles"][seat], *self.position["actions"][seat]]
        (card,) = (card for card in cards if kind_of(card) == name)
        return card

    # --- attempts ------------------------------------------------------------------------------

    def _begin(self, target: str, by: int, beat: Result | None, **more: Any) -> None:
        attempt = {"by": by, "target": target, "dice": [], "throws_left": self._throws(target, by)}
        self.position["attempt"] = {**attempt, "beat": beat and [*beat], **more}
        self.position["step"], self.position["player"] = "dice", by
        self._throw([])

    def _throws(self, target: str, by: int) -> int:
        if target == "tournament":
            return 4 if by == self.position["active"] or "champion" in self.actions(by) else 3
        return 4 if self._is_castle(target) and "catapult" in self.actions(by) else 3

    def _is_castle(self, target: str) -> bool:
        return name_of(target.rpartition(" of ")[0]) in COLOURS

    def _keep(self, action: str) -> None:
        dice, pattern = self.position["attempt"]["dice"], action.removeprefix("keep ")
        if action == STOP:
            self._finish()
        else:
            self._throw([face for face, mark in zip(dice, pattern, strict=True) if mark == "x"])

    def _throw(self, kept: list[int]) -> None:
        attempt = self.position["attempt"]
        attempt["dice"] = sorted(self.throw(kept))
        attempt["throws_left"] -= 1
        if attempt["throws_left"] == 0 or (self._is_closed() and self._is_beaten()):
            self._finish()

    def _is_closed(self) -> bool:
        """Return whether the attempt ends as soon as the target is beaten."""
        attempt, number = self.position["attempt"], self.position["num_players"]
        if attempt["target"] == "tournament":
            return (attempt["by"] + 1) % number == self.position["active"]
        return not self._is_castle(attempt["target"])

    def _result(self) -> Result:
        attempt = self.position["attempt"]
        kinds = self.actions(attempt["by"])
        cards = [int(kind[-1]) for kind in kinds if kind.startswith("die ")]
        return reading(tuple(attempt["dice"]), tuple(cards))

    def _is_beaten(self) -> bool:
        beat = self.position["attempt"]["beat"]
        return beat is None or self._result() > tuple(beat)

    def _finish(self) -> None:
        position, attempt, active = self.position, self.position["attempt"], self.position["active"]
        target, beaten = attempt["target"], self._is_beaten()
        if target == "tournament":
            self._finish_tournament()
        elif target.startswith("pile"):
            pile = position["piles"][int(target[-1]) - 1]
            card = pile.pop(0)
            if not beaten:
                pile.append(card)
                self._end_turn()
            elif kind_of(card) in KINDS:
                self._give(active, card)
                position["step"] = "target"
            elif not self._give(active, card):
                self._end_turn()
        elif target == "king":
            if beaten:
                self._win(active)
            elif "protection" in self.actions(active):
                self._end_turn()
            else:
                position["step"], position["attempt"] = "lose castle", None
        elif target == "defence":
            card = self._card(attempt["by"], attempt["castle"])
            if beaten or not self._move(attempt["by"], active, card):
                self._end_turn()
        elif not beaten:
            self._end_turn()
        else:
            name, owner = name_of(target.rpartition(" of ")[0]), int(target[-1])
            if name in COLOURS:
                self._begin("defence", owner, self._result(), castle=name)
            else:
                self._move(owner, active, self._card(owner, name))
                self._end_turn()

    def _finish_tournament(self) -> None:
        position, attempt, active = self.position, self.position["attempt"], self.position["active"]
        by, pile, leader, beat = (attempt[name] for name in ("by", "pile", "leader", "beat"))
        if self._is_beaten():
            leader, beat = by, self._result()
        following = (by + 1) % position["num_players"]
        if following != active:
            self._begin("tournament", following, beat, pile=pile, leader=leader)
            return
        position["tournaments"][leader] += position["piles"][pile - 1].pop(0) == "tournament"
        if self.has_won(leader):
            self._win(leader)
        else:
            self._end_turn()

    # --- cards change hands --------------------------------------------------------------------

    def _move(self, owner: int, receiver: int, card: str) -> bool:
        self._give_up(owner, card)
        return self._give(receiver, card)

    def _give_up(self, owner: int, card: str) -> None:
        position, name = self.position, kind_of(card)
        position["castles" if name in COLOURS else "actions"][owner].remove(card)
        guarded = position["guarded_castles"][owner]
        if name == "castle guard":
            guarded.clear()
        elif name in guarded:
            guarded.remove(name)
        if name == "action guard":
            position["guarded_action"][owner] = None

    def _give(self, receiver: int, card: str) -> bool:
        """Give a card to a player; return whether the player has won."""
        cards = self.position["castles" if kind_of(card) in COLOURS else "actions"][receiver]
        cards.append(card)
        cards.sort(key=IN_ORDER.index)
        if self.has_won(receiver):
            self._win(receiver)
        return self.position["over"]

    def _win(self, seat: int) -> None:
        self.winner, self.position["over"] = seat, True

    # --- the end of a turn ---------------------------------------------------------------------

    def _end_turn(self) -> None:
        position, active = self.position, self.position["active"]
        position["attempt"], position["player"] = None, active
        if "castle guard" in self.actions(active) and len(self.castles(active)) > 2:
            position["step"] = "guard castles"
        else:
            self._guard_castles({*self.castles(active)})

    def _guard_castles(self, colours: set[str]) -> None:
        position, active = self.position, self.position["active"]
        if "castle guard" in self.actions(active):
            position["guarded_castles"][active] = sorted(colours, key=COLOURS.index)
        others = [kind for kind in self.actions(active) if kind != "action guard"]
        if len(others) == len(self.actions(active)):
            self._next_turn()
        elif len(others) > 1:
            position["step"] = "guard action"
        else:
            self._guard_action(others[0] if others else None)

    def _guard_action(self, kind: str | None) -> None:
        self.position["guarded_action"][self.position["active"]] = kind
        self._next_turn()

    def _next_turn(self) -> None:
        position = self.position
        position["turn"] += 1
        position["buried"], position["step"] = 0, "target"
        if position["turn"] >= self.max_turns:
            position["over"] = True
        else:
            position["active"] = position["player"] = (position["active"] + 1) % position[
                "num_players"
            ]
