"""The positions and sizes of the areas of a picture."""

WIDTH, HEIGHT = 1200, 800
TOP, GAP, MARGIN = 84, 12, 24
TABLE_WIDTH = 384
PLAYERS_LEFT = MARGIN + TABLE_WIDTH + 20
KING_TOP, KING_HEIGHT = 326, 54
ATTEMPT_TOP = KING_TOP + KING_HEIGHT + GAP
# Distance between the edges of a panel and of its region.
FRAME = 5
# Distance of the contents of a panel from its edge.
PADDING = 16
