"""A person as an agent, who is handed what agents are handed and no more."""

import inspect
from pathlib import Path

import numpy as np

from hofspiele.console.menu import Menu
from hofspiele.console.terminal import say, terminal_size
from hofspiele.envs.agents.agent import Agent, Views
from hofspiele.envs.core import Game

_HELP = """\
  a number        takes that action; a whole name does, too
  part of a name  shows the actions with it; several parts: "abb 1 bay"
  Enter           shows more actions, or takes the only one that is shown
  b               draws the board again
  ? or h          shows this
  q or Ctrl-D     ends the game"""
# lines of the terminal that are left for the prompt and what stands below a page
_KEPT_LINES = 3


class Quit(Exception):  # noqa: N818  # nothing is wrong
    """The person wants to play no more."""


class Person(Agent):
    """Somebody at the terminal."""

    name = "you"
    # for the board, which looks alike in all positions that its seat can't tell apart
    reads_states = True

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        assert views.states is not None
        return np.array(
            [
                self._chosen(views.game, *view)
                for view in zip(views.players, views.action_masks, views.states, strict=True)
            ]
        )

    def _chosen(self, game: Game, player: int, mask: np.ndarray, state: np.record) -> int:
        """One of the actions that `mask` allows; Quit if the person leaves."""
        width, height = terminal_size()
        # counted from 1, as rows and piles are
        names = {k + 1: game.action_name(k) for k in np.flatnonzero(mask).tolist()}
        menu = Menu(names, width, height - _KEPT_LINES)
        say(menu.page())
        while True:
            typed = _typed(f"player {player}, your action (? for help): ")
            match typed.lower():
                case "q" | "quit":
                    raise Quit
                case "?" | "h" | "help":
                    say(f"{_HELP}\n{_rules(game)}")
                case "b" | "board":
                    say(game.draw(state, int(player)))
                case _:
                    answer = menu.answer(typed)
                    if isinstance(answer, int):
                        return answer - 1
                    say(answer)


def _typed(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except (EOFError, RuntimeError):  # the latter where there is no input at all
        print()
        raise Quit from None


def _rules(game: Game) -> str:
    """Where the rules page is, if the game has one."""
    page = Path(inspect.getfile(type(game))).with_name("README.md")
    return f"  rules and names of actions: {page}" if page.exists() else ""
