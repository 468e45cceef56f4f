"""Training and evaluation of agents. Needs the extra `train`; `agents` is enough to play them."""
