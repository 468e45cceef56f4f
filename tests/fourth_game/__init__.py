"""High Card: a game of tricks with hidden hands, and only the code that every new game needs."""

from hofspiele.envs.core.spec import GameSpec, Utilities, components_file, num_players

PLAYER_COUNTS = (2, 3, 4)

SPEC = GameSpec(
    name="high_card",
    title="High Card",
    class_path=f"{__name__}.game:HighCard",
    options=(num_players(PLAYER_COUNTS, default=3), components_file("high_card")),
    utilities=Utilities(low=-3, high=9),
)
