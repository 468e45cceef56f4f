"""What the symbols in a picture mean, for tooltips and the legend."""

MONASTERY = "a free monastery, where an abbey can be built"
ABBEY = "an abbey, which counts for the majority in its country and for chains"
ROAD = "a road; four or more abbeys of a player along roads are a chain"
SEAL = "the seal of a country, where advisors stand"
ADVISOR = "advisors, which count for alliances"
OPEN_SEAT = (
    "free places for advisors; all advisors in a country together can't outnumber the abbeys of "
    "the player who has the most there"
)
ARC = "an alliance, in the colours of the players who would score it"
ALLIANCE = (
    "a player with the most advisors in each of the two countries scores all advisors in both at "
    "the end"
)
CARD = (
    "pays for one piece in a country that it names; two cards of one colour pay for one piece in "
    "any country"
)
HIDDEN_CARD = "a card that you cannot see"
PILE = "the draw pile: abbeys score when it is used up for the first time, and again at the end"
DISCARDS = "cards that were paid or exchanged; at the end of the first pile they become the second"
RING = "placed by the last decision, or earlier in this turn"
OPEN_COLUMN = "an advisor may still come here: each column takes one advisor"
CLOSED = "closed, because another seal of this column has an advisor"
TABLES = {
    "cloister table": (
        "the owner of this seal counts the points for abbeys in this country twice at the end"
    ),
    "council table": "the owner of this seal counts the advisors in this country twice at the end",
}
TABLE_SCORES = {"cloister table": "abbeys twice", "council table": "advisors twice"}
PLAYER = "the player whose cards and pieces these are"
CATEGORIES = {
    "abbeys": "points for majorities of abbeys; beside them is the number of abbeys left to place",
    "advisors": "points for alliances; beside them is the number of advisors left to place",
    "chains": "one point for each abbey in a chain of four or more along roads",
    "total": "the points if the game ended now",
}
