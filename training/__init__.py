"""Training and evaluating agents. Needs the extra `train`; `agents` is enough to play them."""
