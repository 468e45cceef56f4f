"""A person at the terminal: an agent who sees only what the seat may know, and text for people."""

import inspect
import shutil
import sys
import textwrap
from pathlib import Path

import numpy as np

from hofspiele.console.menu import Entry, Menu
from hofspiele.envs.agents.agent import Agent, Views
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import escaped
from hofspiele.envs.core.text.words import percent
from hofspiele.envs.pictures.presentation import Presentation

_HELP = """\
  a number        chooses that action; so does its full name
  part of a name  filters the actions; so do several parts: abb 1 bay
  Enter           shows more actions, or chooses the only one shown
  b               shows the board with all details
  ? or h          shows this help
  q or Ctrl-D     ends the game"""
# Number of lines that are kept free for the prompt, the text below a page and empty lines, and the
# minimum number of lines of a page.
_RESERVED_LINES, _LEAST_LINES = 4, 4


class Quit(Exception):  # noqa: N818  # Quitting is not an error.
    """An exception that is raised when the person stops playing."""


class Person(Agent):
    """An agent that asks a person at the terminal for each decision."""

    name = "you"
    # The board is drawn from the states and shows only what the seat may know.
    reads_states = True

    def __init__(self, presentation: Presentation):
        self._presentation = presentation

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        assert views.states is not None
        return np.array(
            [
                self._choose(*view)
                for view in zip(views.players, views.action_masks, views.states, strict=True)
            ]
        )

    def _choose(self, player: int, mask: np.ndarray, state: np.record) -> int:
        """Return the action that the person chooses; raise Quit if the person stops playing."""
        width, height = shutil.get_terminal_size()
        presentation, game = self._presentation, self._presentation.game
        scene = presentation.scene(state, int(player))
        board = presentation.describe_position(scene, brief=True)
        lines = sum(_wrap(line, width).count("\n") + 1 for line in board.splitlines())
        entries = self._entries(player, mask, state)
        menu = Menu(entries, width, max(_LEAST_LINES, height - lines - _RESERVED_LINES))
        say(f"\n{board}\n\n{menu.page()}")
        while True:
            typed = _read_line(f"your turn: {presentation.prompt(state, player)} (? for help): ")
            match typed.lower():
                case "q" | "quit":
                    raise Quit
                case "?" | "h" | "help":
                    say(f"{_HELP}\n{_rules(game)}")
                case "b" | "board":
                    say(presentation.describe_position(scene))
                case _:
                    answer = menu.answer(typed)
                    if isinstance(answer, int):
                        return game.action_index(entries[answer].name)
                    say(answer)

    def _entries(self, player: int, mask: np.ndarray, state: np.record) -> list[Entry]:
        """Return the entries of the menu, with those of the same heading next to each other."""
        presentation, game = self._presentation, self._presentation.game
        seen, chances = game.visible_part(game.to_dict(state), player), presentation.chances(state)
        entries = []
        for name in map(game.action_name, np.flatnonzero(mask).tolist()):
            heading, words = presentation.menu_entry(seen, name)
            chance = f": chance {percent(chances[name])}" if name in chances else ""
            entries.append(Entry(name, heading, words + chance))
        headings = list(dict.fromkeys(entry.heading for entry in entries))
        return sorted(entries, key=lambda entry: headings.index(entry.heading))


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
