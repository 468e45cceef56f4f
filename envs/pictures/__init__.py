"""Drawing for pictures of all games: a canvas, text as outlines, colours, common pieces."""
