"""The generated parts that only the rules page of Kou-Ka-Roi has."""

from hofspiele.envs.kou_ka_roi.components import Kind
from hofspiele.envs.kou_ka_roi.game import KouKaRoi
from tools.rules_pages.parts import markdown_table


def parts(game: KouKaRoi) -> dict[str, str]:
    """Return tables of the components and the setup, by name."""
    return {"components": _components(game), "setup": _setup(game)}


def _components(game: KouKaRoi) -> str:
    rows = [
        (
            kind.name,
            _counts_as(kind),
            kind.copies,
            "stays" if kind.stays else "returned",
            kind.source,
        )
        for kind in game.components.kinds
    ]
    head = ("kind", "counts as", "copies", "after the first scoring", "source")
    return markdown_table(
        head, [*rows, ("**all**", "", game.components.num_cards, "", "DOC (rulebook)")]
    )


def _counts_as(kind: Kind) -> str:
    return f"{kind.points} victory points" if kind.points else kind.counts_as


def _setup(game: KouKaRoi) -> str:
    rows = [
        (players, f"1–{setup.rows}", setup.cards, game.components.num_cards - setup.cards)
        for players, setup in game.components.setups.items()
    ]
    head = ("players", "number cards (rows)", "playing cards used", "returned unseen to the box")
    return markdown_table(head, rows)
