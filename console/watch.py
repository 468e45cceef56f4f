"""Watch agents play against each other, move by move.

usage: hofspiele watch GAME [NAME=VALUE …]

  GAME    a game that `hofspiele games` lists, or your own as MODULE:SPEC; its
          options are set by name
  agents  the agents, one for each seat or one for all: greedy (default),
          random, search-N or guided-N (N simulations per decision), trained,
          the path of a trained agent, or your own as MODULE:NAME
  trust   true: let stable-baselines3 .zip files run code stored in them, and
          import networks that agent files name; only for files that you trust
  networks  your own networks that agent files may name, as '[my_module:MyNet]'
  pace    seconds between two decisions; 1 by default
  seed    the seed of the deal and of all agents; random by default
  record  a file to which the game is added, for `hofspiele replay`

You see all hands.

  hofspiele watch kou_ka_roi num_players=2 agents=random,greedy pace=0.5
"""

from collections.abc import Sequence

from hofspiele.console.game_arguments import AGENTS, read_agents, read_game, read_spec
from hofspiele.console.terminal_game import TerminalGame
from hofspiele.envs.command_line.arguments import Arguments

_PACE_S, _LONGEST_S = 1.0, 3600.0


def show(typed: Sequence[str]) -> None:
    """Play a game between agents and show it decision by decision."""
    given = Arguments(typed)
    game = read_game(read_spec(given), given, ("game", *TerminalGame.NAMES, *AGENTS, "pace"))
    pace = given.seconds("pace", _PACE_S, _LONGEST_S)
    agents = read_agents(given, game, game.num_players)
    TerminalGame(game, agents, given).play(pause=pace)
