"""Diagrams of the documentation, which are drawn when the site is built."""

from itertools import pairwise
from pathlib import Path

import networkx as nx

from hofspiele.envs.pictures.canvas import Area, Canvas, document
from tests.import_order import HOUSE

FOLDER = Path(__file__).with_name("pictures")
# Colours of boxes, which suit white text.
BLUE, GREEN, BROWN, PURPLE = "#1f5f8b", "#3d6b35", "#8a4a17", "#71377f"
# The colour of arrows and of text outside of boxes, which is visible on white and on black.
_LINE = "#7b8190"
_TITLE, _CAPTION, _LEADING = 16, 13, 17
# Length and half the width of the head of an arrow.
_HEAD, _HALF = 10, 5


class Diagram(Canvas):
    """Boxes and arrows on a transparent background, with colours for light and dark pages.

    Attributes:
        blocks: the areas of all boxes by their titles.
    """

    def __init__(self, width: int, height: int, title: str):
        super().__init__(width, height, title)
        self.blocks: dict[str, Area] = {}
        self.part()

    def block(
        self, left: float, top: float, width: float, height: float, title: str, caption: str = "",
        colour: str = BLUE,
    ) -> Area:  # fmt: skip
        """Draw a box with a title and a line of text below it, and return its area."""
        area = self.blocks[title] = Area(left, top, width, height)
        x, y = area.middle
        self.rect(*area, radius=8, fill=colour)
        baseline = y + 6 - (_LEADING / 2 if caption else 0)
        look = {"anchor": "middle", "fill": "#ffffff", "room": width - 12}
        self.text(x, baseline, title, _TITLE, bold=True, **look)
        if caption:
            self.text(x, baseline + 1 + _LEADING, caption, _CAPTION, **look)
        return area

    def arrow(self, *points: tuple[float, float]) -> None:
        """Draw an arrow along straight lines through `points`."""
        (x, y), (end_x, end_y) = points[-2:]
        length = ((end_x - x) ** 2 + (end_y - y) ** 2) ** 0.5
        dx, dy = (end_x - x) / length, (end_y - y) / length
        neck_x, neck_y = end_x - _HEAD * dx, end_y - _HEAD * dy
        for start, end in pairwise([*points[:-1], (neck_x, neck_y)]):
            self.line(*start, *end, stroke=_LINE, stroke_width=1.8)
        left = neck_x - _HALF * dy, neck_y + _HALF * dx
        right = neck_x + _HALF * dy, neck_y - _HALF * dx
        self.polygon([(end_x, end_y), left, right], fill=_LINE)

    def note(self, x: float, y: float, text: str, anchor: str = "start") -> None:
        """Write a line of text next to an arrow."""
        self.text(x, y, text, _CAPTION, anchor=anchor, fill=_LINE, bold=True)

    def svg(self) -> str:
        """Return the picture as an SVG document without a background."""
        _, *parts = self.svg_parts()
        return document(self.width, self.height, self._title, parts)


def training_step() -> Diagram:
    """Return the diagram of a training step of `hofspiele train`."""
    diagram = Diagram(640, 440, "A step of training")
    table = diagram.block(200, 14, 240, 62, "LearnerTable", "many games in one compiled loop")
    policy = diagram.block(60, 144, 200, 62, "policy", "decides for the learner's seat", BROWN)
    opponents = diagram.block(380, 144, 200, 62, "opponents", "decide for all other seats", GREEN)
    rollout = diagram.block(60, 259, 200, 62, "rollout", "observations, actions, rewards", BLUE)
    league = diagram.block(380, 259, 200, 62, "league", "draws an opponent per game", PURPLE)
    ppo = diagram.block(60, 369, 200, 62, "PPO", "improves policy and values", BROWN)
    pool = diagram.block(380, 369, 200, 62, "pool", "snapshots with win shares", PURPLE)
    for player, x in ((policy, 230), (opponents, 390)):
        diagram.arrow((x, table.bottom), (x, player.top))
        diagram.arrow((x + 22, player.top), (x + 22, table.bottom))
        diagram.note(x + 30, 130, "actions")
    diagram.note(222, 104, "observations,", "end")
    diagram.note(222, 121, "masks", "end")
    diagram.arrow((160, policy.bottom), (160, rollout.top))
    diagram.arrow((160, rollout.bottom), (160, ppo.top))
    diagram.arrow((ppo.left, 400), (26, 400), (26, 175), (policy.left, 175))
    diagram.note(34, 237, "new weights")
    diagram.arrow((ppo.right, 400), (pool.left, 400))
    diagram.note(320, 392, "snapshot", "middle")
    diagram.arrow((480, pool.top), (480, league.bottom))
    diagram.arrow((480, league.top), (480, opponents.bottom))
    diagram.arrow((table.right, 45), (614, 45), (614, 290), (league.right, 290))
    diagram.note(606, 37, "results", "end")
    return diagram


def search() -> Diagram:
    """Return the diagram of a decision of the agent `search-N`."""
    diagram = Diagram(640, 480, "A decision by search")
    position = diagram.block(190, 11, 260, 62, "position", "the deciding seat's information set")
    candidates = diagram.block(25, 124, 250, 62, "candidates", "the actions rated highest", BROWN)
    redeal = diagram.block(335, 124, 250, 62, "redeal", "draws what the seat can't know", PURPLE)
    rollouts = diagram.block(170, 244, 300, 62, "rollouts", "one per candidate in this redeal")
    halving = diagram.block(170, 334, 300, 62, "halving", "drops the worse half after each phase")
    decision = diagram.block(170, 423, 300, 50, "decision", "the favourite or better", GREEN)
    diagram.arrow((270, position.bottom), (170, candidates.top))
    diagram.arrow((370, position.bottom), (450, redeal.top))
    diagram.arrow((170, candidates.bottom), (270, rollouts.top))
    diagram.arrow((450, redeal.bottom), (370, rollouts.top))
    diagram.arrow((320, rollouts.bottom), (320, halving.top))
    diagram.arrow((320, halving.bottom), (320, decision.top))
    diagram.arrow((halving.right, 365), (606, 365), (606, 155), (redeal.right, 155))
    diagram.note(598, 320, "next round", "end")
    return diagram


def gpu_step() -> Diagram:
    """Return the diagram of a step of a table on a GPU."""
    diagram = Diagram(640, 400, "A step on a GPU")
    given = diagram.block(20, 14, 220, 62, "your actions", "on the card or the host", BROWN)
    check = diagram.block(20, 134, 220, 62, "check", "copies, finds illegal ones")
    advance = diagram.block(20, 244, 220, 62, "advance", "applies, lists games that ended")
    settle = diagram.block(20, 337, 220, 56, "settle", "counts points, deals again")
    arrays = diagram.block(380, 244, 240, 62, "arrays", "games, masks, observations …", GREEN)
    report = diagram.block(380, 134, 240, 62, "report", "in the host's memory", PURPLE)
    for one, other in ((given, check), (check, advance), (advance, settle)):
        diagram.arrow((130, one.bottom), (130, other.top))
    diagram.note(142, 108, "one thread for each game")
    diagram.arrow((advance.right, 275), (arrays.left, 275))
    diagram.arrow((settle.right, 365), (440, 365), (440, arrays.bottom))
    diagram.note(250, 357, "one thread for each ended game")
    diagram.arrow((check.right, 165), (report.left, 165))
    diagram.note(310, 157, "illegal action", "middle")
    diagram.arrow((620, 275), (632, 275), (632, 45), (given.right, 45))
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
    boxes = {
        room: Area((most - len(layer) + 2 * x) * width / 2 + 7, y * gap + 19, width - 14, gap - 38)
        for y, layer in enumerate(layers)
        for x, room in enumerate(layer)
    }
    for room, other in imports.edges:
        start, end = boxes[room], boxes[other]
        diagram.arrow((start.middle[0], start.bottom), (end.middle[0], end.top))
    colours = {"envs": BLUE, "training": BROWN}
    for room, area in boxes.items():
        colour = colours.get(room.split("/")[0], GREEN)
        diagram.block(*area, room.removeprefix("training/"), colour=colour)
    return diagram


DIAGRAMS = {
    "rooms": rooms, "training_step": training_step, "search": search, "gpu_step": gpu_step
}  # fmt: skip


def write_diagrams() -> None:
    """Draw all diagrams and write them to their folder."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in DIAGRAMS.items():
        (FOLDER / f"{name}.svg").write_text(draw().svg(), encoding="utf-8")
