from tests.kou_ka_roi.scenario import GAMES, position, written


def test_a_position_is_drawn_as_text():
    state = position(
        2,
        rows=[["king", "hen"], [], ["pig"]],
        collections=[{"knight": 2}, {}],
        scores=[12, 0],
        undecided=[0],
        pile=["cow"],
        box={"church": 3},
        last_turn=True,
        round=2,
    )
    assert GAMES[2].draw(written(2, state)).splitlines() == [
        "Kou-Ka-Roi, round 2, last turn; 1 card in the pile, 3 in the box",
        "  row 1: king, hen",
        "  row 2: -",
        "  row 3: pig",
        "  row 4: -",
        "  row 5: -",
        "  row 6: -",
        "  player 0 (12 points, choosing a row): 2 × knight",
        "  player 1 (0 points, has taken a row): no cards",
    ]
