"""Play a game against agents in the terminal.

usage: hofspiele play GAME [NAME=VALUE …]

  GAME    a game that `hofspiele games` lists, or your own as MODULE:SPEC; its
          options are set by name
  agents  the agents at the other seats, one for each or one for all: greedy
          (default), random, search-N or guided-N (N simulations per decision),
          trained, the path of a trained agent, or your own as MODULE:NAME
  trust   true: let stable-baselines3 .zip files run code stored in them, and
          import networks that agent files name; only for files that you trust
  networks  your own networks that agent files may name, as '[my_module:MyNet]'
  seat    your seat, counted from 0; default 0
  seed    the seed of the deal and of all agents; random by default
  record  a file to which the game is added, for `hofspiele replay`

You see what a player at your seat would see. Choose actions by number or name;
type ? for help, q to stop.

  hofspiele play kardinal num_players=3 agents=greedy,search-200 seat=1
"""

from collections.abc import Sequence

from hofspiele.console.game_arguments import AGENTS, read_agents, read_game, read_spec
from hofspiele.console.person import Person
from hofspiele.console.terminal_game import TerminalGame
from hofspiele.envs.command_line.arguments import Arguments


def show(typed: Sequence[str]) -> None:
    """Play a game between a person and agents in the terminal."""
    given = Arguments(typed)
    game = read_game(read_spec(given), given, ("game", *TerminalGame.NAMES, *AGENTS, "seat"))
    seat = given.integer("seat", 0, 0, game.num_players - 1)
    agents = read_agents(given, game, game.num_players - 1)
    agents.insert(seat, Person())
    TerminalGame(game, agents, given).play(seat)
