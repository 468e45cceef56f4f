"""Names of the pieces that move, and where they come from."""

from hofspiele.envs.pictures.scene import Scene

# The pile, from which new cards come. It is not in the picture.
PILE_PIECE = "pile"


def row_piece(row: int, place: int) -> str:
    """Return the name of the card at a place of a row."""
    return f"card {row} {place}"


def player_piece(seat: int) -> str:
    """Return the name of the token in a player's panel."""
    return f"token {seat}"


def secret_piece(seat: int) -> str:
    """Return the name of the card back that stands for the secret choice of a seat."""
    return f"secret {seat}"


def choice_origins(scene: Scene, seat: int) -> list[str]:
    """Return the piece that a choice's token comes from; [] if the token was already at its row."""
    choices = scene.earlier["choices"]
    if str(seat) not in choices:
        return [player_piece(seat)]
    return [] if choices[str(seat)] else [secret_piece(seat)]


def cards_taken(scene: Scene, seat: int, kind: str) -> list[str]:
    """Return the names of the cards of a kind in the row that a seat has just taken."""
    choices = scene.decision.get("choices", {})
    row = choices.get(str(seat))
    if row is None or [*choices.values()].count(row) > 1:
        return []
    cards = scene.earlier["rows"][row - 1]
    return [row_piece(row, place) for place, card in enumerate(cards) if card == kind]
