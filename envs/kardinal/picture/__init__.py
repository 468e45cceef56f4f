"""Pictures of positions: the map on the left, cards, the Vatican and players on the right."""
