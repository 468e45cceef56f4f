"""Training and evaluating agents (extra `train`), and playing with them (no extra)."""
