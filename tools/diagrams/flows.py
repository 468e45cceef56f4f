"""Diagrams of what happens in a step of training and in a search."""

from tools.diagrams.diagram import BLUE, BROWN, GREEN, PURPLE, Block, Diagram

_WIDTH = 640


def training_step() -> Diagram:
    """Return the diagram of a training step of `hofspiele train`."""
    diagram = Diagram(_WIDTH, 440, "A step of training")
    table = diagram.block(
        Block(320, 45, 240, 62, "LearnerTable", ("many games in one compiled loop",))
    )
    policy = diagram.block(
        Block(160, 175, 200, 62, "policy", ("decides for the learner's seat",), BROWN)
    )
    opponents = diagram.block(
        Block(480, 175, 200, 62, "opponents", ("decide for all other seats",), GREEN)
    )
    rollout = diagram.block(
        Block(160, 290, 200, 62, "rollout", ("observations, actions, rewards",), BLUE)
    )
    league = diagram.block(
        Block(480, 290, 200, 62, "league", ("draws an opponent per game",), PURPLE)
    )
    ppo = diagram.block(Block(160, 400, 200, 62, "PPO", ("improves policy and values",), BROWN))
    pool = diagram.block(Block(480, 400, 200, 62, "pool", ("snapshots with win shares",), PURPLE))
    for player, at in ((policy, 230), (opponents, 390)):
        diagram.arrow((at, table.bottom[1]), (at, player.top[1]))
        diagram.arrow((at + 22, player.top[1]), (at + 22, table.bottom[1]))
    diagram.note(222, 104, "observations,", "end")
    diagram.note(222, 121, "masks", "end")
    diagram.note(260, 130, "actions", "start")
    diagram.note(420, 130, "actions", "start")
    diagram.arrow(policy.bottom, rollout.top)
    diagram.arrow(rollout.bottom, ppo.top)
    diagram.arrow(ppo.left, (26, 400), (26, 175), policy.left)
    diagram.note(34, 237, "new weights", "start")
    diagram.arrow(ppo.right, pool.left)
    diagram.note(320, 392, "snapshot")
    diagram.arrow(pool.top, league.bottom)
    diagram.arrow(league.top, opponents.bottom)
    diagram.arrow(table.right, (614, 45), (614, 290), league.right)
    diagram.note(606, 37, "results", "end")
    return diagram


def search() -> Diagram:
    """Return the diagram of a decision of the agent `search-N`."""
    diagram = Diagram(_WIDTH, 480, "A decision by search")
    position = diagram.block(
        Block(320, 42, 260, 62, "position", ("the deciding seat's information set",))
    )
    candidates = diagram.block(
        Block(150, 155, 230, 78, "candidates",
              ("legal actions that the heuristic", "or the network rates highest"), BROWN)
    )  # fmt: skip
    redeal = diagram.block(
        Block(460, 155, 230, 78, "redeal",
              ("draws everything that the seat", "can't know: a determinisation"), PURPLE)
    )  # fmt: skip
    rollouts = diagram.block(
        Block(320, 275, 300, 62, "rollouts", ("one per candidate in this determinisation",), BLUE)
    )
    halving = diagram.block(
        Block(320, 365, 300, 62, "halving", ("drops the worse half after each phase",), BLUE)
    )
    decision = diagram.block(
        Block(320, 448, 300, 50, "decision", ("the favourite, or a clearly better action",), GREEN)
    )
    diagram.arrow((270, position.bottom[1]), (170, candidates.top[1]))
    diagram.arrow((370, position.bottom[1]), (450, redeal.top[1]))
    diagram.arrow((170, candidates.bottom[1]), (270, rollouts.top[1]))
    diagram.arrow((450, redeal.bottom[1]), (370, rollouts.top[1]))
    diagram.arrow(rollouts.bottom, halving.top)
    diagram.arrow(halving.bottom, decision.top)
    diagram.arrow(halving.right, (606, 365), (606, 155), redeal.right)
    diagram.note(598, 320, "next round", "end")
    return diagram
