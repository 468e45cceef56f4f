"""Datasets of games for offline learning, as Parquet and Minari."""
