"""Speed of Hofspiele compared with other libraries in one run: ``python -m benchmarks``."""
