from tests.knatsch.scenario import THREE, Scenario, on_the_table

FIELDS = {
    "castles": [["white 333+4"], THREE],
    "actions": [[], ["castle guard 444+1", "action guard 333+1", "die 3 333+2"]],
    "tournaments": [0, 2],
    "guarded_castles": [[], ["blue", "green"]],
    "guarded_action": [None, "castle guard"],
    "piles": [["red 444+2", "tournament"], []],
}


def drawn(**fields):
    scenario = Scenario(3, **{**FIELDS, **fields})
    return scenario.game.draw(scenario.shown).splitlines()


def test_a_position_is_drawn_as_text():
    assert drawn(turn=11, buried=1) == [
        "Knatsch, turn 12 (player 0), 1 card buried",
        "  pile 1 (2 cards): red 444+2",
        "  pile 2 (0 cards): -",
        "  player 0 decides (target), castles: white 333+4; tournaments: 0; action cards: none",
        "  player 1, castles: red 333+1, blue 333+2 [guarded], green 333+4 [guarded]; "
        "tournaments: 2; action cards: die 3 333+2, castle guard 444+1 [guarded], "
        "action guard 333+1",
        "  player 2, castles: none; tournaments: 0; action cards: none",
    ]


def test_an_attempt_is_drawn_as_text():
    attempt = on_the_table("defence", "555663", 1, 1, 0, beat=[3, 4, 2], castle="red")
    lines = drawn(**attempt)
    assert lines[0] == "Knatsch, turn 1 (player 0)"
    assert lines[4].startswith("  player 1 decides (dice), castles: red 333+1, blue 333+2 [gua")
    assert lines[-1] == (
        "  player 1 throws (defence): 3 5 5 5 6 6; 1 throw left, 3 × 4 and a 2 to beat"
    )
