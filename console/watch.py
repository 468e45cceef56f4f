"""The command ``hofspiele watch``."""

from dataclasses import dataclass

from hofspiele.console.terminal_game import GameSettings, TerminalGame
from hofspiele.envs.command_line.command import command
from hofspiele.envs.command_line.setting import setting


@dataclass(frozen=True)
class Watch(GameSettings):
    """Settings of a game between agents."""

    pace: float = setting(1.0, "seconds between two decisions", least=0, most=3600)


@command(Watch)
def main(settings: Watch) -> None:
    """Watch agents play each other: ``hofspiele watch kou_ka_roi agents=random,greedy,greedy``.

    You see all hands.
    """
    game = settings.game.make(None)
    agents = settings.make_agents(game, game.num_players)
    TerminalGame(game, agents, settings).play(pause=settings.pace)
