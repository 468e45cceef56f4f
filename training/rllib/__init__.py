"""Training with RLlib: env runners of a Ray cluster play, and one learner trains the network."""
