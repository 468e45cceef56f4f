"""Self-play training: vectorised games, the league of opponents, PPO and behaviour cloning."""
