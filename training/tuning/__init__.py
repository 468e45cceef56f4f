"""The search for good values of a recipe: what is sought, what is suggested, what came of it."""
