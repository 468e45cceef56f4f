"""Pictures of positions: rows on the left, players with their collections on the right."""
