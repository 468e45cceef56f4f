"""The command ``hofspiele``: what people do with games, agents and records, in a terminal."""
