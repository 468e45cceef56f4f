"""A table in the browser: people and agents play, watch and learn; ``hofspiele serve``."""
