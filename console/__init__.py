"""The command ``hofspiele``: games, agents and records in a terminal."""
