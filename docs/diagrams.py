"""Diagrams of the documentation, which are drawn when the site is built."""

from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import networkx as nx

from hofspiele.envs.pictures.canvas import Canvas, document
from tests.import_order import HOUSE

FOLDER = Path(__file__).with_name("pictures")
# Colours of boxes, which suit white text.
BLUE, GREEN, BROWN, PURPLE = "#1f5f8b", "#3d6b35", "#8a4a17", "#71377f"
# The colour of arrows and of text outside of boxes, which is visible on white and on black.
_LINE = "#7b8190"
_TITLE, _CAPTION, _LEADING = 16, 13, 17
# Length and half the width of the head of an arrow.
_HEAD, _HALF = 10, 5

Point = tuple[float, float]


class Block(NamedTuple):
    """A box: its centre, its size, its title, and a line of text below the title."""

    x: float
    y: float
    width: float
    height: float
    title: str
    caption: str = ""
    colour: str = BLUE

    @property
    def top(self) -> Point:
        """The middle of the upper edge."""
        return self.x, self.y - self.height / 2

    @property
    def bottom(self) -> Point:
        """The middle of the lower edge."""
        return self.x, self.y + self.height / 2

    @property
    def left(self) -> Point:
        """The middle of the left edge."""
        return self.x - self.width / 2, self.y

    @property
    def right(self) -> Point:
        """The middle of the right edge."""
        return self.x + self.width / 2, self.y


class Diagram:
    """Boxes and arrows on a transparent background, with colours for light and dark pages.

    Args:
        width, height: size of the picture.
        title: a description for people who do not see the picture.

    Attributes:
        blocks: all blocks.
    """

    def __init__(self, width: int, height: int, title: str):
        self.blocks: list[Block] = []
        self._title = title
        self._canvas = Canvas(width, height, title)
        self._canvas.part()

    def block(self, *fields: float | str) -> Block:
        """Draw a block with these fields and return it."""
        block = Block(*fields)
        canvas, room = self._canvas, block.width - 12
        x, y = block.left[0], block.top[1]
        canvas.rect(x, y, block.width, block.height, radius=8, fill=block.colour)
        baseline = block.y + 6 - (_LEADING / 2 if block.caption else 0)
        look = {"anchor": "middle", "fill": "#ffffff", "room": room}
        canvas.text(block.x, baseline, block.title, _TITLE, bold=True, **look)
        if block.caption:
            canvas.text(block.x, baseline + 1 + _LEADING, block.caption, _CAPTION, **look)
        self.blocks.append(block)
        return block

    def arrow(self, *points: Point) -> None:
        """Draw an arrow along straight lines through `points`."""
        (x, y), (end_x, end_y) = points[-2:]
        length = ((end_x - x) ** 2 + (end_y - y) ** 2) ** 0.5
        dx, dy = (end_x - x) / length, (end_y - y) / length
        neck_x, neck_y = end_x - _HEAD * dx, end_y - _HEAD * dy
        for start, end in pairwise([*points[:-1], (neck_x, neck_y)]):
            self._canvas.line(*start, *end, stroke=_LINE, stroke_width=1.8)
        left = neck_x - _HALF * dy, neck_y + _HALF * dx
        right = neck_x + _HALF * dy, neck_y - _HALF * dx
        self._canvas.polygon([(end_x, end_y), left, right], fill=_LINE)

    def note(self, x: float, y: float, text: str, anchor: str = "start") -> None:
        """Write a line of text next to an arrow."""
        self._canvas.text(x, y, text, _CAPTION, anchor=anchor, fill=_LINE, bold=True)

    def svg(self) -> str:
        """Return the picture as an SVG document without a background."""
        _, *parts = self._canvas.svg_parts()
        return document(self._canvas.width, self._canvas.height, self._title, parts)


def training_step() -> Diagram:
    """Return the diagram of a training step of `hofspiele train`."""
    diagram = Diagram(640, 440, "A step of training")
    table = diagram.block(320, 45, 240, 62, "LearnerTable", "many games in one compiled loop")
    policy = diagram.block(160, 175, 200, 62, "policy", "decides for the learner's seat", BROWN)
    opponents = diagram.block(480, 175, 200, 62, "opponents", "decide for all other seats", GREEN)
    rollout = diagram.block(160, 290, 200, 62, "rollout", "observations, actions, rewards", BLUE)
    league = diagram.block(480, 290, 200, 62, "league", "draws an opponent per game", PURPLE)
    ppo = diagram.block(160, 400, 200, 62, "PPO", "improves policy and values", BROWN)
    pool = diagram.block(480, 400, 200, 62, "pool", "snapshots with win shares", PURPLE)
    for player, x in ((policy, 230), (opponents, 390)):
        diagram.arrow((x, table.bottom[1]), (x, player.top[1]))
        diagram.arrow((x + 22, player.top[1]), (x + 22, table.bottom[1]))
        diagram.note(x + 30, 130, "actions")
    diagram.note(222, 104, "observations,", "end")
    diagram.note(222, 121, "masks", "end")
    diagram.arrow(policy.bottom, rollout.top)
    diagram.arrow(rollout.bottom, ppo.top)
    diagram.arrow(ppo.left, (26, 400), (26, 175), policy.left)
    diagram.note(34, 237, "new weights")
    diagram.arrow(ppo.right, pool.left)
    diagram.note(320, 392, "snapshot", "middle")
    diagram.arrow(pool.top, league.bottom)
    diagram.arrow(league.top, opponents.bottom)
    diagram.arrow(table.right, (614, 45), (614, 290), league.right)
    diagram.note(606, 37, "results", "end")
    return diagram


def search() -> Diagram:
    """Return the diagram of a decision of the agent `search-N`."""
    diagram = Diagram(640, 480, "A decision by search")
    position = diagram.block(320, 42, 260, 62, "position", "the deciding seat's information set")
    candidates = diagram.block(150, 155, 250, 62, "candidates", "the actions rated highest", BROWN)
    redeal = diagram.block(460, 155, 250, 62, "redeal", "draws what the seat can't know", PURPLE)
    rollouts = diagram.block(320, 275, 300, 62, "rollouts", "one per candidate in this redeal")
    halving = diagram.block(320, 365, 300, 62, "halving", "drops the worse half after each phase")
    decision = diagram.block(320, 448, 300, 50, "decision", "the favourite or better", GREEN)
    diagram.arrow((270, position.bottom[1]), (170, candidates.top[1]))
    diagram.arrow((370, position.bottom[1]), (450, redeal.top[1]))
    diagram.arrow((170, candidates.bottom[1]), (270, rollouts.top[1]))
    diagram.arrow((450, redeal.bottom[1]), (370, rollouts.top[1]))
    diagram.arrow(rollouts.bottom, halving.top)
    diagram.arrow(halving.bottom, decision.top)
    diagram.arrow(halving.right, (606, 365), (606, 155), redeal.right)
    diagram.note(598, 320, "next round", "end")
    return diagram


def gpu_step() -> Diagram:
    """Return the diagram of a step of a table on a GPU."""
    diagram = Diagram(640, 400, "A step on a GPU")
    given = diagram.block(130, 45, 220, 62, "your actions", "on the card or the host", BROWN)
    check = diagram.block(130, 165, 220, 62, "check", "copies, finds illegal ones")
    advance = diagram.block(130, 275, 220, 62, "advance", "applies, lists games that ended")
    settle = diagram.block(130, 365, 220, 56, "settle", "counts points, deals again")
    arrays = diagram.block(500, 275, 240, 62, "arrays", "games, masks, observations …", GREEN)
    error = diagram.block(500, 165, 240, 62, "report", "in the host's memory", PURPLE)
    for one, other in ((given, check), (check, advance), (advance, settle)):
        diagram.arrow(one.bottom, other.top)
    diagram.note(142, 108, "one thread for each game")
    diagram.arrow(advance.right, arrays.left)
    diagram.arrow(settle.right, (440, 365), (440, arrays.bottom[1]))
    diagram.note(250, 357, "one thread for each ended game")
    diagram.arrow(check.right, error.left)
    diagram.note(310, 157, "illegal action", "middle")
    diagram.arrow((620, 275), (632, 275), (632, 45), given.right)
    diagram.note(440, 37, "chosen on the card", "middle")
    return diagram


def rooms() -> Diagram:
    """Return the diagram of the imports between folders, which are found in the code.

    Each folder imports only from layers below its own. An arrow is left out if a path of other
    arrows leads to the same folder.
    """
    imports = nx.transitive_reduction(nx.DiGraph(sorted(HOUSE.room_imports())))
    layers = [sorted(layer) for layer in nx.topological_generations(imports.reverse())][::-1]
    place = {room: x / len(layer) for layer in layers for x, room in enumerate(layer)}
    for layer in layers * 10:  # Folders move towards their neighbours, which keeps arrows short.
        near = {room: [place[other] for other in nx.all_neighbors(imports, room)] for room in layer}
        layer.sort(key=lambda room: sum(near[room]) / len(near[room]))
        place |= {room: (x + 0.5) / len(layer) for x, room in enumerate(layer)}
    width, gap = 126, 72
    most = max(map(len, layers))
    diagram = Diagram(most * width, len(layers) * gap, "Imports between the folders")
    colours = {"envs": BLUE, "training": BROWN}
    blocks = {
        room: Block(
            (most - len(layer) + 2 * x + 1) * width / 2,
            (y + 0.5) * gap,
            width - 14,
            34,
            room.removeprefix("training/"),
            colour=colours.get(room.split("/")[0], GREEN),
        )
        for y, layer in enumerate(layers)
        for x, room in enumerate(layer)
    }
    for room, other in imports.edges:
        diagram.arrow(blocks[room].bottom, blocks[other].top)
    for block in blocks.values():
        diagram.block(*block)
    return diagram


DIAGRAMS = {
    "rooms": rooms, "training_step": training_step, "search": search, "gpu_step": gpu_step
}  # fmt: skip


def write_diagrams() -> None:
    """Draw all diagrams and write them to their folder."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in DIAGRAMS.items():
        (FOLDER / f"{name}.svg").write_text(draw().svg(), encoding="utf-8")
