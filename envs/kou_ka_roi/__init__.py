"""Kou-Ka-Roi: simultaneous choice and set collection for 2 to 4 players; rules: README.md."""

from hofspiele.envs.core.spec import GameSpec, components_file, num_players

PLAYER_COUNTS = (2, 3, 4)

SPEC = GameSpec(
    name="kou_ka_roi",
    title="Kou-Ka-Roi",
    class_path="hofspiele.envs.kou_ka_roi.game:KouKaRoi",
    presentation_path="hofspiele.envs.kou_ka_roi.presentation:KouKaRoiPresentation",
    options=(num_players(PLAYER_COUNTS, default=3), components_file("kou_ka_roi")),
    simultaneous=True,
    summary=(
        "All players show at the same time which row of cards they want. If you are alone on a "
        "row you take it; if you meet others, its outermost card is lost and you choose again."
    ),
    decisions=16,
)
