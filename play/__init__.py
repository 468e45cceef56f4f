"""Tables in the browser where people and agents play: the command ``hofspiele serve``."""
