"""What pictures of all games are drawn with: a canvas, text as outlines, colours, pieces."""
