"""Explanations of decisions for people who play for the first time."""

# Explanations by the name of the step in a written position.
EXPLANATIONS = {
    "target": (
        "Touch a framed card to throw dice for it. Castles and tournaments win the game, and "
        "action cards help you to get them; the fewer and lower the dice on a card, the easier it "
        "is. If you don't like any card, you may first touch the name of a pile to move its "
        "top card under the pile."
    ),
    "dice": (
        "Touch the dice that you want to keep; the others are thrown again. Keep equal dice: "
        "your result must be better than the result to beat, with more equal dice or higher ones. "
        "A 6 is dead: it counts for nothing. If you are content, touch all dice to stop."
    ),
    "lose castle": (
        "The king has won. Touch the castle that you give up, and the name of the pile that it "
        "goes under."
    ),
    "guard castles": (
        "Your castle guard protects two castles from attacks. Touch the castle that stays without "
        "a guard; it should be the one that is the hardest to beat."
    ),
    "guard action": (
        "Your action guard protects one other action card from attacks. Touch the card that you "
        "need most."
    ),
}
