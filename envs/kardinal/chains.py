"""Chains of abbeys, exactly (KK-10).

A player scores the greatest number of own monasteries that vertex-disjoint simple paths of at least
four own monasteries each can cover. A path of eight or more can be cut into paths of four to seven,
so it is enough to pack those, and a board has few thousand of them: they are listed once, as sets
of monasteries in 64-bit words, by their lowest monastery and the longest first. The packing is a
branch and bound over the lowest monastery that is left: it lies on one of its paths, or on none.
Where roads are many and meet badly that could take for ever, and all sets are gone through instead.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from hofspiele.envs.core.kernels import kernel

SHORTEST_CHAIN = 4
_LONGEST_PIECE = 2 * SHORTEST_CHAIN - 1
# paths to try until it takes less time to go through all sets of twenty abbeys
PATIENCE = 20_000_000


def chain_pieces(num_monasteries: int, roads: Sequence[tuple[int, int]]) -> list[list[int]]:
    """For each monastery the sets (as words) of all paths of 4 to 7 of which it is the lowest."""
    neighbours: list[list[int]] = [[] for _ in range(num_monasteries)]
    for one, other in roads:
        neighbours[one].append(other)
        neighbours[other].append(one)
    pieces: list[set[int]] = [set() for _ in range(num_monasteries)]
    for start in range(num_monasteries):
        for word in _paths_from(neighbours, start, 1 << start, 1):
            pieces[(word & -word).bit_length() - 1].add(word)
    return [sorted(words, key=lambda word: (-word.bit_count(), word)) for words in pieces]


def _paths_from(
    neighbours: Sequence[Sequence[int]], end: int, word: int, length: int
) -> Iterator[int]:
    if length >= SHORTEST_CHAIN:
        yield word
    if length < _LONGEST_PIECE:
        for following in neighbours[end]:
            if not word >> following & 1:
                yield from _paths_from(neighbours, following, word | 1 << following, length + 1)


@kernel
def longest_chains(params, owned):
    """The most monasteries of the set `owned` (a word), abbeys of one player, on chains."""
    left = np.zeros(params.num_monasteries + 1, np.int64)
    covered = np.zeros(params.num_monasteries + 1, np.int64)
    piece = np.zeros(params.num_monasteries + 1, np.int64)
    best = 0
    depth = 0
    tried = 0
    left[0] = owned
    piece[0] = NOT_BEGUN
    while depth >= 0:
        if left[depth] == 0 or covered[depth] + count_bits(left[depth]) <= best:
            depth -= 1
            continue
        lowest = lowest_bit(left[depth])
        if piece[depth] == NOT_BEGUN:
            piece[depth] = params.first_piece[lowest]
        first = piece[depth]
        while (
            piece[depth] < params.first_piece[lowest + 1]
            and params.pieces[piece[depth]] & ~left[depth] != 0
        ):
            piece[depth] += 1
        tried += 1 + piece[depth] - first
        if tried > PATIENCE:
            return longest_chains_of_all(params, owned)
        if piece[depth] < params.first_piece[lowest + 1]:
            word = params.pieces[piece[depth]]
            piece[depth] += 1
            left[depth + 1] = left[depth] & ~word
            covered[depth + 1] = covered[depth] + count_bits(word)
            piece[depth + 1] = NOT_BEGUN
            depth += 1
            best = max(best, covered[depth])
        else:
            left[depth] &= ~(1 << lowest)
            piece[depth] = NOT_BEGUN
    return best


NOT_BEGUN = -1


@kernel
def longest_chains_of_all(params, owned):
    """The same by dynamic programming over all sets of own abbeys, in a time that is bounded.

    For each set: where a path of 1, 2, 3 or more may end that covers it together with chains.
    """
    links = links_between(params, owned)
    ends = np.zeros((1 << len(links), SHORTEST_CHAIN), np.int32)
    best = 0
    for covered in range(1, 1 << len(links)):
        for last in range(len(links)):
            if covered >> last & 1:
                before = covered & ~(1 << last)
                if before == 0 or ends[before, SHORTEST_CHAIN - 1] != 0:
                    ends[covered, 0] |= 1 << last
                for length in range(SHORTEST_CHAIN):
                    if ends[before, length] & links[last] != 0:
                        ends[covered, min(length + 1, SHORTEST_CHAIN - 1)] |= 1 << last
        if ends[covered, SHORTEST_CHAIN - 1] != 0:
            best = max(best, count_bits(covered))
    return best


@kernel
def links_between(params, owned):
    """For each monastery of the set `owned`, its neighbours among them as a set of their places."""
    links = np.zeros(count_bits(owned), np.int32)
    for place in range(len(links)):
        neighbours = params.neighbours[monastery_at(owned, place)]
        for other in range(len(links)):
            if neighbours >> monastery_at(owned, other) & 1:
                links[place] |= 1 << other
    return links


@kernel
def monastery_at(owned, place):
    """The monastery at a place of the set `owned`, counted from the lowest."""
    for _ in range(place):
        owned &= owned - 1
    return lowest_bit(owned)


@kernel
def connected(params, owned, start):
    """The monasteries of the set `owned` that roads join with `start`, over `owned` alone."""
    found = 1 << int(start)
    edge = found
    while edge != 0:
        reached = 0
        while edge != 0:
            reached |= params.neighbours[lowest_bit(edge)]
            edge &= edge - 1
        edge = reached & owned & ~found
        found |= edge
    return found


@kernel
def count_bits(word):
    """Number of monasteries in a set."""
    count = 0
    while word != 0:
        word &= word - 1
        count += 1
    return count


@kernel
def lowest_bit(word):
    """The lowest monastery of a set that is not empty."""
    return count_bits((word & -word) - 1)
