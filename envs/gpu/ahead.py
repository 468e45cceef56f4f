"""Compilation of all drivers of a game for a GPU, on any machine."""

import numpy as np

from hofspiele.envs.agents.at_table import TableAgent
from hofspiele.envs.core.game import Game
from hofspiele.envs.gpu.card import Compiler
from hofspiele.envs.gpu.cuda_table import CudaTable


def compile_for_gpu(game: Game, *, agents: bool = True) -> dict[str, int]:
    """Compile the drivers of a `CudaTable` and, with `agents`, those of a `TableAgent`.

    This takes up to two minutes. Nothing is stored: a GPU compiles again.

    Returns:
        The size of each CUDA kernel in the assembler of NVIDIA's GPUs, in bytes.

    Raises:
        numba.core.errors.NumbaError: numba-cuda cannot compile a kernel of the game.
        ValueError: the components of the game are too large; see `Game.gpu_problem`.
    """
    card = Compiler()
    table = CudaTable(game, 1, card=card)
    table.deal_next(table.all_games)
    table.step(np.zeros(1, np.int64))
    if agents:
        agent = TableAgent(table)
        agent.choose(0)
        agent.play_out(0)
    return card.ptx
