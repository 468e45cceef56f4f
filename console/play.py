"""The commands ``hofspiele play`` and ``hofspiele watch``."""

from dataclasses import dataclass

from hofspiele.console.person import Person
from hofspiele.console.terminal_game import GameSettings, TerminalGame
from hofspiele.envs.command_line.command import command
from hofspiele.envs.command_line.setting import setting
from hofspiele.envs.core.checks import whole_number


@dataclass(frozen=True)
class Play(GameSettings):
    """Settings of a game between a person and agents."""

    seat: int = setting(0, "your seat, counted from 0", least=0)


@command(Play)
def play(settings: Play) -> None:
    """Play a game against agents in the terminal.

    You see what a player at your seat would see. Choose actions by number or name;
    type ? for help, q to stop.

      hofspiele play kardinal num_players=3 agents=greedy,search-200 seat=1
    """
    game = settings.game.make(None)
    seat = whole_number("seat", settings.seat, 0, game.num_players - 1)
    agents = settings.make_agents(game, game.num_players - 1)
    person = Person()
    agents.insert(seat, person)
    terminal_game = TerminalGame(game, agents, settings)
    person.presentation = terminal_game.presentation
    terminal_game.play(seat)


@dataclass(frozen=True)
class Watch(GameSettings):
    """Settings of a game between agents."""

    pace: float = setting(1.0, "seconds between two decisions", least=0, most=3600)


@command(Watch)
def watch(settings: Watch) -> None:
    """Watch agents play each other: ``hofspiele watch kou_ka_roi agents=random,greedy,greedy``.

    You see all hands.
    """
    game = settings.game.make(None)
    agents = settings.make_agents(game, game.num_players)
    TerminalGame(game, agents, settings).play(pause=settings.pace)
