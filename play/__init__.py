"""Tables in the browser, at which people and agents play: the command ``hofspiele serve``."""
