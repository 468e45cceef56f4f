"""What every game shares and nothing of any game: contract, kernels, Table, records."""

from hofspiele.envs.core.entities import Entities
from hofspiele.envs.core.game import Game, IllegalActionError
from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.core.layout import Layout, Piece
from hofspiele.envs.core.random_play import play_random
from hofspiele.envs.core.records import GameRecord, RecordError, read_records, write_records
from hofspiele.envs.core.table import Table

__all__ = [
    "Entities",
    "Game",
    "GameRecord",
    "IllegalActionError",
    "Layout",
    "Piece",
    "RecordError",
    "Table",
    "kernel",
    "play_random",
    "read_records",
    "write_records",
]
