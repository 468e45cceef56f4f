"""Words for people: meanings of symbols, and explanations of decisions."""

from hofspiele.envs.kou_ka_roi.components import Kind

_FARM = "14 points for each trio of farmer, wife and farmhouse, 7 for each other farmer with a wife"
# Meanings by what a kind of card counts as.
KINDS = {
    "king": "(n − 1)² points for n kings, at most 36",
    "church": "10 points for every player with the most churches",
    "victory": "the printed points",
    "knight": "2 points per knight for players with the most knights, 1 per knight for the others",
    "animal": "1, 3, 6, 10, 15 points for 1, 2, 3, 4, 5 animals of the same species",
    "farmer": _FARM,
    "wife": _FARM,
    "farmhouse": _FARM,
}
STAYS = "stays with its owner after the first scoring"
RETURNS = "goes back to the box after the first scoring"
OUTERMOST = "the outermost card, which goes to the box if several players choose this row"
NUMBER = "the number of a row; players choose among the rows"
NO_CARD = "no card, because the row was taken, has lost a card or could not be refilled"
CHOICE = "the player who chose this row"
SECRET_CHOICE = "a row chosen in secret, shown once everybody has chosen"
SLOTS = "slots for the cards of a kind, up to its highest score; filled slots are collected cards"
COLLECTION = "a player's cards, and the points that they are worth"


def explained(kind: Kind) -> str:
    """Return the name of a kind of card and what it is worth."""
    return f"{kind.name}: {KINDS[kind.counts_as]}"


CHOOSE = (
    "Touch a row that you want. You get all its cards if nobody else chooses it. If somebody does, "
    "its outermost card is lost and you choose again, so a row that everybody wants is rarely the "
    "best choice. For example, 4 kings are worth 9 points, 3 animals of one species 6, the most "
    "churches 10, and a farmer with a wife and a farmhouse 14."
)
CHOOSE_AGAIN = (
    "You chose the same row as somebody else, and its outermost card went to the box. Touch "
    "another row, or the same one again. Players who have a row do not choose again this turn."
)
