"""Emblems of kinds of cards."""

from hofspiele.envs.kou_ka_roi.components import Kind
from hofspiele.envs.pictures.drawings import Drawing, read_drawings

_DRAWINGS = read_drawings(__package__)
# Emblems by `Kind.counts_as`, and by name for the bundled species. Other species get the emblem
# for animals.
EMBLEMS, SPECIES = _DRAWINGS["emblems"], _DRAWINGS["species"]

# The emblems of `points.CATEGORIES`, in order.
EMBLEM_OF_CATEGORY = ("king", "church", "victory", "knight", "animal", "farmhouse")


def emblem_of(kind: Kind) -> Drawing:
    """Return the emblem of a kind of card."""
    emblem = EMBLEMS[kind.counts_as]
    return SPECIES.get(kind.name, emblem) if kind.counts_as == "animal" else emblem
