"""Emblems of kinds of cards: SVG paths in a square of 24 by 24, centred on the origin."""

# Colour and path of each kind, by what the kind counts as.
EMBLEMS = {
    "king": ("#a87900", "M-10 8L-12-6L-6 0L0-10L6 0L12-6L10 8Z"),
    "church": (
        "#6a4c93",
        "M-1.5-12H1.5V-9.5H4V-6.5H1.5V-4L10 3V12H3V6A3 3 0 0 0-3 6V12H-10V3L-1.5-4V-6.5H-4V-9.5"
        "H-1.5Z",
    ),
    "victory": ("#c0392b", "M-9-12H-6V12H-9ZM-5-11C0-14 4-8 10-11L7-4.5L10 2C4 5 0-1-5 2Z"),
    "knight": (
        "#34658c",
        "M-10-11H10V0C10 6 5 10 0 12C-5 10-10 6-10 0ZM-2-8V-3H-7V1H-2V8H2V1H7V-3H2V-8Z",
    ),
    "animal": (
        "#7a5230",
        "M-11.5-1.5a2.7 3.6 0 1 0 5.4 0a2.7 3.6 0 1 0-5.4 0ZM-6-7.5a2.7 3.8 0 1 0 5.4 0"
        "a2.7 3.8 0 1 0-5.4 0ZM.6-7.5a2.7 3.8 0 1 0 5.4 0a2.7 3.8 0 1 0-5.4 0Z"
        "M6.1-1.5a2.7 3.6 0 1 0 5.4 0a2.7 3.6 0 1 0-5.4 0ZM0-1C4-1 8 5 7.5 8.5"
        "C7 12 3 10.5 0 10.5C-3 10.5-7 12-7.5 8.5C-8 5-4-1 0-1Z",
    ),
    "farmer": (
        "#3d7a3a",
        "M-12-3C-9-3-6-4-6-6C-6-10-3-12 0-12C3-12 6-10 6-6C6-4 9-3 12-3V-1H-12ZM-5 1H5V4"
        "C5 7 3 8 0 8C-3 8-5 7-5 4ZM-9 12C-8 9-4 9-3 9H3C4 9 8 9 9 12Z",
    ),
    "wife": (
        "#3d7a3a",
        "M0-12C6-12 8-7 8-3C8 2 10 4 11 5C7 6 5 5 5 5C6 3 6 0 6-2C6-4 3-6 0-6C-3-6-6-4-6-2"
        "C-6 0-6 3-5 5C-5 5-7 6-11 5C-10 4-8 2-8-3C-8-7-6-12 0-12ZM-4.5-1.5C-3-3 3-3 4.5-1.5"
        "C5 4 3 6 0 6C-3 6-5 4-4.5-1.5ZM-9 12C-8 8-4 8-3 8H3C4 8 8 8 9 12Z",
    ),
    "farmhouse": ("#3d7a3a", "M0-12L12-2H9V11H3V3H-3V11H-9V-2H-12Z"),
}

# The emblems of `points.CATEGORIES`, in order.
EMBLEM_OF_CATEGORY = ("king", "church", "victory", "knight", "animal", "farmhouse")
