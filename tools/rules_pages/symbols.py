"""The pictures of the symbols in the legends of the rules pages."""

from pathlib import Path

from hofspiele.envs.core import Game
from hofspiele.envs.pictures.presentation import presentation_of
from tools.rules_pages.parts import symbol_path


def symbol_files(game: Game) -> dict[Path, str]:
    """Return the contents of the files with the symbols of a game, by path."""
    legend = presentation_of(game).legend()
    return {symbol_path(game.name, symbol): f"{symbol.picture().svg()}\n" for symbol in legend}


def write_symbols(game: Game) -> None:
    """Write the symbols of a game."""
    for path, svg in symbol_files(game).items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(svg, encoding="utf-8")
