"""Games as datasets, to learn from without playing: Parquet and Minari."""
