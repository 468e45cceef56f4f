"""A program that prints the memory of its process with tables of more and more games.

``python -m benchmarks.memory_use GAME PLAYERS N …`` plays on a table of each number N of games, one
after the other, and prints the bytes that the process uses. `benchmarks.growth` runs it in new
processes.
"""

import sys

from benchmarks.many_games import mixed_games, process_bytes, table_like
from hofspiele import envs

if __name__ == "__main__":
    source = mixed_games(envs.make(envs.GameName(sys.argv[1]), num_players=int(sys.argv[2])))
    for num_games in map(int, sys.argv[3:]):
        table = table_like(source, num_games)
        table.step(table.action_masks.argmax(1))
        print(process_bytes())
        del table  # Two tables at once would need more memory.
