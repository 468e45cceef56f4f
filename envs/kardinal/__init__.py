"""Kardinal & König with Der Vatikan: majorities and hidden hands, 3 to 5 players; see README.md."""

from hofspiele.envs.core.spec import GameSpec, components_file, flag, num_players

PLAYER_COUNTS = (3, 4, 5)

SPEC = GameSpec(
    name="kardinal",
    title="Kardinal & König",
    class_path="hofspiele.envs.kardinal.game:Kardinal",
    presentation_path="hofspiele.envs.kardinal.presentation:KardinalPresentation",
    options=(
        num_players(PLAYER_COUNTS, default=4),
        flag("vatikan", "play with the expansion Der Vatikan", "Der Vatikan"),
        flag("two_countries", "play the variant in which you may place in two countries per turn"),
        components_file("kardinal"),
    ),
    summary=(
        "Religious orders build abbeys along the roads of medieval Europe and send advisors to its "
        "courts. You place up to two pieces a turn and score where you hold the majority."
    ),
    decisions=40,
)
