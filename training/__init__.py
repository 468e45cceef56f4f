"""Training and evaluating agents with the extra `train`, and playing them with `agents`."""
