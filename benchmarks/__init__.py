"""Speed of Hofspiele and other libraries, measured together: ``python -m benchmarks``."""
