"""The diagram of the imports between the folders of the repository, found in the code itself.

The folders are in layers: each folder imports only from layers below its own. An arrow is left out
if a path of other arrows leads to the same folder. The order within the layers keeps arrows short
(Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures",
1981): arrows that cross layers get a place in each of them.
"""

from itertools import pairwise

import networkx as nx

from tests.import_order import HOUSE
from tools.diagrams.diagram import BLUE, BROWN, GREEN, PURPLE, Block, Diagram

_WIDTH, _HEIGHT, _GAP, _LAYER = 112, 34, 14, 62
# Width of the place of an arrow that crosses a layer.
_PASSAGE = 12
# Number of times that the layers are sorted.
_SWEEPS = 20
# What a layer contains: a folder, or an arrow that crosses the layer, as (start, end, layer).
Node = str | tuple[str, str, int]
_COLOURS = {"envs": BLUE, "training": BROWN, "envs/<game>": PURPLE}


def rooms() -> Diagram:
    """Return the diagram of the imports between rooms; see `tests.import_order`."""
    imports = nx.transitive_reduction(nx.DiGraph(sorted(HOUSE.room_imports())))
    layers, chains = _layers(imports)
    order = _sorted(layers, chains)
    widths = [sum(map(_width, layer)) + _GAP * (len(layer) - 1) for layer in order]
    diagram = Diagram(
        round(max(widths)) + 2 * _GAP, _LAYER * len(order), "Imports between the folders"
    )
    places = {}
    for number, (layer, width) in enumerate(zip(order, widths, strict=True)):
        x = max(widths) / 2 + _GAP - width / 2
        for node in layer:
            places[node] = (x + _width(node) / 2, _LAYER * (number + 0.5))
            x += _width(node) + _GAP
    blocks = {
        room: Block(*places[room], _WIDTH, _HEIGHT, _title(room), colour=_colour(room))
        for room in imports
    }
    for chain in chains:
        start, *passages, end = chain
        # Arrows that cross a layer are vertical between its blocks.
        between = [
            (places[node][0], places[node][1] + offset)
            for node in passages
            for offset in (-_HEIGHT / 2, _HEIGHT / 2)
        ]
        diagram.arrow(blocks[start].bottom, *between, blocks[end].top, curved=True)
    for block in blocks.values():
        diagram.block(block)
    return diagram


def _layers(imports: nx.DiGraph) -> tuple[list[list[Node]], list[list[Node]]]:
    """Return the layers from top to bottom, and the nodes on each arrow from start to end."""
    generations = [*nx.topological_generations(imports.reverse())][::-1]
    layer_of = {room: number for number, layer in enumerate(generations) for room in layer}
    layers: list[list[Node]] = [sorted(layer) for layer in generations]
    chains = []
    for start, end in sorted(imports.edges):
        passages = [(start, end, number) for number in range(layer_of[start] + 1, layer_of[end])]
        for passage in passages:
            layers[passage[2]].append(passage)
        chains.append([start, *passages, end])
    return layers, chains


def _sorted(layers: list[list[Node]], chains: list[list[Node]]) -> list[list[Node]]:
    """Return the layers, each sorted by the mean place of the neighbours of its nodes."""
    neighbours = nx.Graph(pair for chain in chains for pair in pairwise(chain))
    place = {node: at / len(layer) for layer in layers for at, node in enumerate(layer)}
    for sweep in range(_SWEEPS):
        for layer in layers if sweep % 2 else reversed(layers):
            mean = {
                node: sum(place[other] for other in neighbours[node]) / len(neighbours[node])
                for node in layer
            }
            layer.sort(key=mean.__getitem__)
            place |= {node: (at + 0.5) / len(layer) for at, node in enumerate(layer)}
    return layers


def _width(node: Node) -> float:
    return _WIDTH if isinstance(node, str) else _PASSAGE


def _title(room: str) -> str:
    return room.removeprefix("training/")


def _colour(room: str) -> str:
    return _COLOURS.get(room) or _COLOURS.get(room.split("/")[0], GREEN)
