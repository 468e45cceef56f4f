"""A training run: its folder, checkpoints, curve, and how it is carried out."""
