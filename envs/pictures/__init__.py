"""Drawing tools for all games: a canvas, text as outlines, colours, common pieces."""
