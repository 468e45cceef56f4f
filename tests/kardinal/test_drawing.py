from tests.kardinal.scenario import BAYERN, ENGLAND, FRANKREICH, MONASTERIES, Scenario


def test_a_position_is_drawn_as_text():
    scenario = Scenario(
        3,
        vatikan=True,
        player=1,
        stage="second pile",
        abbeys={"Hirsau": 2, "Reichenau": 2, "Einsiedeln": 0},
        advisors={"Schwaben": [1, 0, 1]},
        council_table={"Bayern": 1},
        hands=[{}, {FRANKREICH: 2, ENGLAND: 1}],
        face_up=[None, BAYERN],
        pile=[BAYERN],
        scores=[1, 12, 0],
    )
    lines = scenario.game.draw(scenario.shown).splitlines()
    assert lines[0] == "Kardinal & König with Der Vatikan, second pile"
    assert [line.split(":")[0].strip() for line in lines[1:10]] == list(MONASTERIES)
    assert lines[1:][list(MONASTERIES).index("Schwaben")] == (
        "  Schwaben: Hirsau 2 Ottobeuren . Reichenau 2 Einsiedeln 0; "
        "advisors: 1 of player 0, 1 of player 2"
    )
    assert lines[9].endswith("Lérins .; advisors: none")
    assert lines[10:] == [
        "  council table: Bayern (player 1)",
        "  face up: -, Bayern/Burgund; 1 card in the pile",
        "  player 0 (1 point): no cards",
        "  player 1 to place (12 points): 1 England/Schwaben, 2 Frankreich",
        "  player 2 (0 points): no cards",
    ]
