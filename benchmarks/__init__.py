"""Speed benchmarks beside other libraries in the same run: ``python -m benchmarks``."""
