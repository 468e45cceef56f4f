"""Knatsch: 2 to 6 players throw dice for castles, tournaments and action cards; see README.md."""

from hofspiele.envs.core.spec import GameSpec, components_file, integer, num_players

PLAYER_COUNTS = (2, 3, 4, 5, 6)

SPEC = GameSpec(
    name="knatsch",
    title="Knatsch",
    class_path="hofspiele.envs.knatsch.game:Knatsch",
    presentation_path="hofspiele.envs.knatsch.presentation:KnatschPresentation",
    options=(
        num_players(PLAYER_COUNTS, default=4),
        integer(
            "max_turns", 500, 1, 10_000, "turns after which the game ends in a draw", "turn limit"
        ),
        components_file("knatsch"),
    ),
    summary=(
        "Knights throw dice to win castles and tournaments, and take castles from each other. "
        "You win with four castles, with two castles and three tournaments, or by beating the king."
    ),
    decisions=40,
)
