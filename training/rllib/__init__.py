"""Training with RLlib: env runners on a Ray cluster play, and one learner trains the network."""
