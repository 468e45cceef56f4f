"""Training and measuring agents; needs the `train` extra."""
