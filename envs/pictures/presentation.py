"""Optional additions to a game's rules: pictures, targets to point at, sentences about actions.

Everything here has a default that needs nothing but the rules: the picture is the position as text
below the last decision, no action points at anything, and an action is described by its name.
"""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.envs.core.game import Game
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.legend import Symbol
from hofspiele.envs.pictures.scene import Highlight, Names, Scene, points_of

# Size and margin of a picture of text; its font size, line height and characters per line.
_WIDTH, _HEIGHT, _MARGIN = 900, 640, 20
_SIZE, _LINE, _CHARACTERS = 14, 15, 90


def presentation_of(game: Game, names: Sequence[str] = ()) -> "Presentation":
    """Return the `Presentation` that the specification of a game names, or else the default.

    Raise ValueError if it can't be imported.
    """
    return (game.spec.load_presentation() or Presentation)(game, names)


class Presentation:
    """Pictures and sentences for people who play or watch a game.

    A game with its own picture overrides `paint` in a subclass and, if needed, the methods that
    follow `paint` here. The ``presentation_path`` of its specification names this subclass, which
    may annotate ``game`` with the class of its game. `names` are the names of the players, by seat;
    by default, "player 0" and so on.
    """

    game: Game

    def __init__(self, game: Game, names: Sequence[str] = ()):
        self.game = game
        self.names = Names(names)

    # --- pictures ------------------------------------------------------------------------------

    def picture(
        self,
        position: np.record | Mapping[str, Any],
        point_of_view: int | None = None,
        *,
        before: np.record | Mapping[str, Any] | None = None,
        action: int | str | None = None,
        dark: bool = False,
    ) -> Canvas:
        """Return a picture of a position; notebooks display it, and `Canvas.svg` is its document.

        Args:
            position: a record, or a written position from `Game.to_dict` or from a person.
            point_of_view: the seat that sees the picture; hidden cards are face down. None
                is a spectator, who sees all hands but no face-down cards, and `Game.bystander` is
                a person who sees no hands.
            before: an earlier position; changes since then are marked.
            action: the action that led from `before` to `position`; ignored without `before`.
            dark: whether the background is dark.

        Raise TypeError or ValueError if the position, seat or action is invalid.
        """
        return self.paint(
            self.scene(position, point_of_view, before=before, action=action, dark=dark)
        )

    def scene(
        self,
        position: np.record | Mapping[str, Any],
        point_of_view: int | None = None,
        *,
        before: np.record | Mapping[str, Any] | None = None,
        action: int | str | None = None,
        dark: bool | None = False,
        narrow: bool = False,
    ) -> Scene:
        """Return the scene for `paint` and `describe_event` from the arguments of `picture`.

        If `narrow`, the picture is drawn for screens that show its regions one below the other.
        """
        game, seat = self.game, point_of_view
        if seat is not None and seat != game.bystander:
            seat = game.check_seat(seat)
        state = game.as_record(position)
        written, earlier, decision, points = game.to_dict(state), None, {}, None
        if before is not None:
            state_before = game.as_record(before)
            written_before = game.to_dict(state_before)
            points = points_of(written_before, game.score_sheet(state_before))
            earlier = game.visible_part(written_before, seat)
            if action is not None:
                name = game.action_name(game.action_number(action))
                decision = game.visible_decision(written_before, name, written, seat)
        visible = game.visible_part(written, seat)
        sheet, ranks = game.score_sheet(state), game.ranks(state).tolist()
        decides = seat is not None and seat == game.current_player(state)
        chances = self._chances_by_target(state, visible) if decides else {}
        seen = (visible, earlier, decision, sheet, ranks, seat, dark)
        return Scene(*seen, self.names, narrow, chances, points)

    def _chances_by_target(self, state: np.record, visible: Mapping[str, Any]) -> dict[str, float]:
        chances = {}
        for name, chance in self.chances(state).items():
            targets = self.targets(visible, name)
            if len(targets) == 1:
                chances[next(iter(targets))] = chance
        return chances

    # --- sentences -----------------------------------------------------------------------------

    def prompt(self, state: np.record, seat: int | None = None) -> str:
        """Return a phrase for the player's decision, such as "place an abbey or stop placing".

        It ends a sentence that begins with "you are asked to", and is empty once the game is over.
        Raise ValueError unless `seat` is one of `Game.seats_to_decide`, or None for the deciding
        player.
        """
        names = map(self.game.action_name, self.game.legal_actions(state, seat))
        *phrases, last = dict.fromkeys(map(self.action_phrase, names)) or [""]
        return f"{', '.join(phrases)} or {last}" if phrases else last

    def why_not(self, state: np.record, target: str, seat: int | None = None) -> str:
        """Return a sentence that says why no legal action points at a target; empty if one does.

        `target` is the name of a target in the picture of this seat. Raise ValueError unless `seat`
        is one of `Game.seats_to_decide`, or None for the deciding player.
        """
        game = self.game
        if seat is not None:
            state = game.first_to_decide(state, seat)
        if game.is_over(state):
            return "the game is over"
        position = game.to_dict(state)
        names = [game.action_name(action) for action in game.legal_actions(state)]
        if any(target in self.targets(position, name) for name in names):
            return ""
        return self.why_no_action(state, target) or f"you are asked to {self.prompt(state)}"

    # --- methods that a game may override ------------------------------------------------------

    def paint(self, scene: Scene) -> Canvas:
        """Return the picture of a scene, in the same size for all scenes that are not `narrow`.

        The default picture is text: the last decision and the position.

        The picture shows all visible targets that `targets` can name, under the same names. For
        the deciding seat these include the targets of all its legal actions.
        """
        text = f"{self.describe_event(scene)}\n{self.game.draw_visible(scene.position)}"
        return written_picture(text, self.game.spec.title, dark=scene.dark)

    def legend(self) -> Sequence[Symbol]:
        """Return the symbols of the pictures with their explanations."""
        return ()

    def highlights(self, before: np.record, after: np.record) -> Sequence[Highlight]:
        """Return the parts of the picture that scored between two positions, in order.

        They contain only what all seats know. By default, no part lights up.
        """
        return ()

    def targets(self, position: Mapping[str, Any], action: str) -> frozenset[str]:
        """Return the targets of an action, by their names in the deciding seat's picture.

        No two legal actions have the same targets, except actions without any, such as passing. The
        position is what `Game.to_dict`, or `Game.visible_part` for the deciding seat, returned.
        """
        return frozenset()

    def describe_position(self, scene: Scene, *, brief: bool = False) -> str:
        """Return a position as lines of text for people, with the names of the players.

        If `brief`, the text fits above a list of actions on a screen of 24 lines.
        """
        return self.names.put_into(self.game.draw_visible(scene.position))

    def describe_targets(self, scene: Scene) -> Mapping[str, str]:
        """Return descriptions of targets, such as "row 3: knight, goose", by their names.

        They contain only what the scene shows. A target without a description has only its name.
        """
        return {}

    def describe_action(self, position: Mapping[str, Any], action: str) -> str:
        """Return a description of a legal action for people; by default its name.

        The position is what `Game.visible_part` returns for the deciding seat.
        """
        return action

    def menu_entry(self, position: Mapping[str, Any], action: str) -> tuple[str, str]:
        """Return a heading in a list of actions, and a description of an action below it.

        Actions of the same country have the same heading, for example. By default, it is empty.
        """
        return "", self.describe_action(position, action)

    def chances(self, state: np.record) -> Mapping[str, float]:
        """Return the exact chances of success of legal actions by name, as far as they are known.

        They follow from what the deciding player may know. They assume that all later decisions
        that affect the success, such as which dice to keep, are optimal.
        """
        return {}

    def action_phrase(self, action: str) -> str:
        """Return the words of a prompt for an action, as in "place an abbey".

        Actions that differ only in their targets share a phrase.
        """
        return "choose an action"

    def explain_decision(self, position: Mapping[str, Any]) -> str:
        """Return sentences about a decision for people who play for the first time.

        They say what the player may touch in the picture, and why. The position is what
        `Game.visible_part` returns for the deciding seat.
        """
        return ""

    def why_no_action(self, state: np.record, target: str) -> str:
        """Return a sentence that says why the deciding player can't choose a target.

        The sentence contains only what that player may know. `why_not` calls this method for
        targets without a legal action, and returns the prompt if the sentence is empty.
        """
        return ""

    def describe_event(self, scene: Scene) -> str:
        """Return a sentence about the decision that led to a scene; empty if it is not shown."""
        if not scene.decision:
            return ""
        player, action = scene.decision["player"], scene.decision["action"]
        event = f"{self.names.of(player)}: {action or 'a secret choice'}"
        return "; ".join(filter(None, [event, scene.conclusion]))


def written_picture(text: str, title: str, *, dark: bool | None) -> Canvas:
    """Return a picture of `text`; long lines are wrapped, and surplus lines are left out."""
    canvas = Canvas(_WIDTH, _HEIGHT, title, dark=dark)
    lines = [
        part
        for line in text.splitlines()
        for part in textwrap.wrap(line, _CHARACTERS, subsequent_indent="    ") or [""]
    ]
    for number, line in enumerate(lines[: (_HEIGHT - _MARGIN) // _LINE]):
        canvas.text(_MARGIN, _MARGIN + number * _LINE, line, _SIZE, room=_WIDTH - 2 * _MARGIN)
    return canvas
