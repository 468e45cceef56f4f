"""What every game shares and nothing of any game: contract, kernels, Table, records."""

from envs.core.entities import Entities
from envs.core.game import Game, IllegalActionError
from envs.core.kernels import kernel
from envs.core.layout import Layout, Piece
from envs.core.random_play import play_random
from envs.core.records import GameRecord, RecordError, read_records, write_records
from envs.core.table import Table

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
