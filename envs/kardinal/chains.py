"""Chains of abbeys, computed exactly (KK-10).

A player scores the maximum number of their abbeys that vertex-disjoint simple paths of at least
four monasteries can cover. A chain of eight or more can be split into *short chains* of four to
seven, so only short chains are packed. A board has a few thousand of them. They are listed once, as
sets of monasteries, grouped by their lowest monastery. The search branches on the lowest
undecided monastery, which is either on one of the short chains of its group or on none.

This takes microseconds on boards like the bundled one. On boards where five roads meet at most
monasteries of a player, it can take seconds.

A set of monasteries is a 64-bit word with one bit for each monastery.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import count_bits, lowest_bit, zeros

SHORTEST_CHAIN = 4
_LONGEST_SHORT_CHAIN = 2 * SHORTEST_CHAIN - 1
# Each depth of the search covers at least `SHORTEST_CHAIN` of at most 62 monasteries.
_MOST_DEPTHS = 62 // SHORTEST_CHAIN + 1


def list_short_chains(num_monasteries: int, roads: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return, for each monastery, the short chains in which it is the lowest, longest first.

    `roads` are pairs of monasteries; `num_monasteries` is at most 62.
    """
    neighbours: list[list[int]] = [[] for _ in range(num_monasteries)]
    for one, other in roads:
        neighbours[one].append(other)
        neighbours[other].append(one)
    short_chains: list[set[int]] = [set() for _ in range(num_monasteries)]
    for start in range(num_monasteries):
        for word in _paths_from(neighbours, start, 1 << start, 1):
            short_chains[(word & -word).bit_length() - 1].add(word)
    return [sorted(words, key=lambda word: (-word.bit_count(), word)) for words in short_chains]


def index_short_chains(short_chains: Sequence[Sequence[int]]) -> np.ndarray:
    """Return indices in the list of all short chains, by lowest monastery and length.

    Entry ``[monastery, length]`` is the index of the first chain whose lowest monastery is
    ``monastery`` and which has at most ``length`` monasteries. Entry ``[monastery, 0]`` is the
    index after the last of these chains.
    """
    first, lengths = 0, range(_LONGEST_SHORT_CHAIN + 1)
    rows = []
    for words in short_chains:
        rows.append([first + sum(word.bit_count() > most for word in words) for most in lengths])
        first += len(words)
    return np.array(rows)


def _paths_from(
    neighbours: Sequence[Sequence[int]], end: int, word: int, length: int
) -> Iterator[int]:
    if length >= SHORTEST_CHAIN:
        yield word
    if length < _LONGEST_SHORT_CHAIN:
        for following in neighbours[end]:
            if not word >> following & 1:
                yield from _paths_from(neighbours, following, word | 1 << following, length + 1)


@kernel
def most_on_chains(params, owned):
    """Return the maximum number of monasteries of the set `owned` that chains can cover.

    This is a depth-first search with a bound. At each depth one more short chain has been taken:
    `covered` is the number of monasteries on these chains, `left` the set of undecided monasteries,
    and `following` the first short chain that has not been tried at that depth.
    """
    if count_bits(owned) < 2 * SHORTEST_CHAIN:
        return longest_short_chain(params, owned)
    left = zeros(_MOST_DEPTHS, np.int64, _MOST_DEPTHS)
    covered = zeros(_MOST_DEPTHS, np.int64, _MOST_DEPTHS)
    following = zeros(_MOST_DEPTHS, np.int64, _MOST_DEPTHS)
    left[0] = owned
    best = depth = 0
    while depth >= 0:
        undecided = count_bits(left[depth])
        if undecided < SHORTEST_CHAIN or covered[depth] + undecided <= best:
            depth -= 1
            continue
        lowest = lowest_bit(left[depth])
        longest = min(undecided, _LONGEST_SHORT_CHAIN)
        first = max(following[depth], params.first_short_chain[lowest, longest])
        end = params.first_short_chain[lowest, 0]
        chain = first_chain_within(params, left[depth], first, end)
        if chain == end:  # No untried chain contains the lowest monastery.
            left[depth] &= ~(1 << lowest)
            continue
        following[depth] = chain + 1
        left[depth + 1] = left[depth] & ~params.short_chains[chain]
        covered[depth + 1] = covered[depth] + count_bits(params.short_chains[chain])
        following[depth + 1] = 0
        depth += 1
        best = max(best, covered[depth])
    return best


@kernel
def longest_short_chain(params, owned):
    """Return the length of the longest chain in `owned`, or 0 if there is none.

    `owned` must have at most 7 monasteries.
    """
    longest = 0
    while count_bits(owned) > max(longest, SHORTEST_CHAIN - 1):
        lowest = lowest_bit(owned)
        end = params.first_short_chain[lowest, 0]
        first = params.first_short_chain[lowest, count_bits(owned)]
        chain = first_chain_within(params, owned, first, end)
        if chain < end:
            longest = max(longest, count_bits(params.short_chains[chain]))
        owned &= owned - 1
    return longest


@kernel
def first_chain_within(params, monasteries, first, end):
    """Return the first of the chains `first` … `end` - 1 that is within `monasteries`, or `end`."""
    for chain in range(first, end):
        if params.short_chains[chain] & ~monasteries == 0:
            return chain
    return end


@kernel
def connected_monasteries(params, owned, start):
    """Return the set of monasteries connected to `start` by roads within the set `owned`."""
    found = edge = 1 << int(start)
    while edge != 0:
        reached = params.neighbours[lowest_bit(edge)] & owned & ~found
        found |= reached
        edge = edge & (edge - 1) | reached
    return found
