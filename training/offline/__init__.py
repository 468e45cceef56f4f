"""Datasets of games for offline learning, as Parquet."""
