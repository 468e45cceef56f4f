"""Watch agents play against each other, move by move.

usage: hofspiele watch GAME [NAME=VALUE …]

  GAME    one of the games that `hofspiele games` lists, or one of your own as
          MODULE:SPEC; its options by name
  agents  who plays, one for each seat or one for all: greedy (if it is not
          given), random, search-N (N simulations a decision), trained, the path
          of a trained agent, or one of your own as MODULE:NAME
  trust   true: code may run that a file of stable-baselines3 (.zip) brings,
          where data alone do not tell how it plays
  pace    seconds between two decisions; 1 if it is not given
  seed    what the deal and all else follow from; a new one if it is not given
  record  a file to which the game is added, for `hofspiele replay`

You see all hands.

  hofspiele watch kou_ka_roi num_players=2 agents=random,greedy pace=0.5
"""

import time
from collections.abc import Sequence

from hofspiele.console.game_arguments import AGENTS, read_agents, read_game, read_spec
from hofspiele.console.terminal import say
from hofspiele.console.terminal_game import TerminalGame
from hofspiele.envs.core.arguments import Arguments
from hofspiele.envs.replay.text import Story

_PACE_S, _LONGEST_S = 1.0, 3600.0


def show(typed: Sequence[str]) -> None:
    """Let them play."""
    given = Arguments(typed)
    game = read_game(read_spec(given), given, ("game", *TerminalGame.NAMES, *AGENTS, "pace"))
    pace = given.seconds("pace", _PACE_S, _LONGEST_S)
    course = TerminalGame(game, read_agents(given, game, game.num_players), given)
    say(course.headline())
    story = Story(game, course.start)
    say(story.board)
    try:
        for decision in course.decisions():
            for line in story.lines(*decision):
                say(line)
            time.sleep(pace)
    finally:
        say(course.ending())
