"""Play a game in the terminal, against agents.

usage: hofspiele play GAME [NAME=VALUE …]

  GAME    one of the games that `hofspiele games` lists, or one of your own as
          MODULE:SPEC; its options by name
  agents  who holds the other seats, one for each or one for all: greedy (if it
          is not given), random, search-N (N simulations a decision), trained,
          the path of a trained agent, or one of your own as MODULE:NAME
  trust   true: code may run that a file of stable-baselines3 (.zip) brings,
          where data alone do not tell how it plays
  seat    yours, counted from 0; 0 if it is not given
  seed    what the deal follows from; a new one if it is not given
  record  a file to which the game is added, for `hofspiele replay`

You see what a player at your seat would see. Actions are chosen by number or
by name; type ? for help, q to end.

  hofspiele play kardinal num_players=3 agents=greedy,search-200 seat=1
"""

from collections.abc import Sequence

from hofspiele.console.game_arguments import AGENTS, read_agents, read_game, read_spec
from hofspiele.console.person import Person, Quit
from hofspiele.console.terminal import say
from hofspiele.console.terminal_game import TerminalGame
from hofspiele.envs.core.arguments import Arguments
from hofspiele.envs.replay.text import Story


def show(typed: Sequence[str]) -> None:
    """Play."""
    given = Arguments(typed)
    game = read_game(read_spec(given), given, ("game", *TerminalGame.NAMES, *AGENTS, "seat"))
    seat = given.integer("seat", 0, 0, game.num_players - 1)
    agents = read_agents(given, game, game.num_players - 1)
    agents.insert(seat, Person())
    course = TerminalGame(game, agents, given)
    say(course.headline())
    story = Story(game, course.start, seat)
    say(story.board)
    try:
        for decision in course.decisions():
            for line in story.lines(*decision):
                say(line)
    except Quit:
        pass
    finally:
        say(course.ending())
