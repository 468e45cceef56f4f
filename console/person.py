"""A person at the terminal: an agent who sees only what the seat may know, and text for people."""

import inspect
import shutil
import sys
import textwrap
from pathlib import Path

import numpy as np

from hofspiele.console.menu import Menu
from hofspiele.envs.agents.agent import Agent, Views
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import escaped

_HELP = """\
  a number        chooses that action; so does its full name
  part of a name  filters the actions; so do several parts: abb 1 bay
  Enter           shows more actions, or chooses the only one shown
  b               draws the board again
  ? or h          shows this help
  q or Ctrl-D     ends the game"""
# Number of lines of the terminal that are kept free for the prompt and the text below a page.
_RESERVED_LINES = 3


class Quit(Exception):  # noqa: N818  # Quitting is not an error.
    """An exception that is raised when the person stops playing."""


class Person(Agent):
    """An agent that asks a person at the terminal for each decision."""

    name = "you"
    # The board is drawn from the states and shows only what the seat may know.
    reads_states = True

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        assert views.states is not None
        return np.array(
            [
                self._choose(views.game, *view)
                for view in zip(views.players, views.action_masks, views.states, strict=True)
            ]
        )

    def _choose(self, game: Game, player: int, mask: np.ndarray, state: np.record) -> int:
        """Return the action that the person chooses; raise Quit if the person stops playing."""
        width, height = shutil.get_terminal_size()
        # Numbers start at 1, like the numbers of rows and piles.
        names = {k + 1: game.action_name(k) for k in np.flatnonzero(mask).tolist()}
        menu = Menu(names, width, height - _RESERVED_LINES)
        say(menu.page())
        while True:
            typed = _read_line(f"player {player}, your action (? for help): ")
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


def _read_line(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except (EOFError, RuntimeError):  # RuntimeError means that there is no standard input.
        print()
        raise Quit from None


def _rules(game: Game) -> str:
    """Return a line with the path of the rules page, or "" if the game has none."""
    page = Path(inspect.getfile(type(game))).with_name("README.md")
    return f"  rules and names of actions: {page}" if page.exists() else ""


def say(text: str) -> None:
    """Print `text`, with lines wrapped between words to fit the width of the terminal."""
    text = escaped(text)
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        text = "\n".join(_wrap(line, width) for line in text.split("\n"))
    print(text, flush=True)


def _wrap(line: str, width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.fill(line, width, subsequent_indent=indent, break_on_hyphens=False)
