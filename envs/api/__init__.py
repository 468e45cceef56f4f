"""Environments of PettingZoo (AEC and Parallel) and Gymnasium (single and vector)."""
