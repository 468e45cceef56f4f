"""Distributing work over a Ray cluster."""
