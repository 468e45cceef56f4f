"""The variants of the recipe quick, each with some ideas removed or added."""

from dataclasses import dataclass

# Layers without the shared encoders, which work only with a prior.
_PLAIN_LAYERS = ("network.architecture=mlp", "network.entity_width=null")
# Shares that are not named keep the recipe's values, so all are named.
_ONLY_GREEDY = "opponents.shares={current:0,past:0,greedy:1,random:0}"
_ONLY_ITSELF = "opponents.shares={current:1,past:0,greedy:0,random:0}"


@dataclass(frozen=True)
class Variant:
    """The recipe with some values changed.

    Attributes:
        name: the name of its runs.
        title: its name in the table and in the picture.
        values: the values of ``hofspiele train`` that differ from the recipe. ``{response}`` stands
            for the best response to the recipe's agent with the same seed.
    """

    name: str
    title: str
    values: tuple[str, ...] = ()


RECIPE = Variant("recipe", "recipe quick")
VARIANTS = (
    RECIPE,
    Variant("layers", "plain layers instead of row encoders", _PLAIN_LAYERS),
    Variant(
        "no_prior", "plain layers, no prior", (*_PLAIN_LAYERS, "network.prior_temperature=null")
    ),
    Variant("no_imitation", "no imitation of greedy", ("imitation.agent=null",)),
    Variant(
        "nothing",
        "from nothing: no prior, no imitation",
        (
            *_PLAIN_LAYERS,
            "network.prior_temperature=null",
            "imitation.agent=null",
            "algorithm=maskable_ppo",
        ),
    ),
    Variant("no_margin", "reward for winning only", ("margin_reward=0",)),
    Variant("only_greedy", "all games against greedy", (_ONLY_GREEDY,)),
    Variant("only_itself", "all games against itself", (_ONLY_ITSELF,)),
    Variant(
        "search",
        "search-10 in the league",
        ("opponents.shares={current:0.25,past:0.15,greedy:0.4,search-10:0.2}",),
    ),
    Variant(
        "response",
        "best response in the league",
        ("opponents.shares={current:0.25,past:0.15,greedy:0.4,{response}:0.2}",),
    ),
)
