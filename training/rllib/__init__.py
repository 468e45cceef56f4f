"""Training by RLlib: games on the env runners of a Ray cluster, one learner, our networks."""
