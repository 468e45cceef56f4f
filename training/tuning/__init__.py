"""Hyperparameter search: the search space, and the study in its storage."""
