"""Hyperparameter search: the search space, the study and its trials."""
