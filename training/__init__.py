"""Training and evaluating agents (extra `train`), and playing with them (extra `agents`)."""
