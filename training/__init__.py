"""Training and measuring agents; needs the `train` extra. To play with them `agents` will do."""
