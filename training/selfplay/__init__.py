"""Games to learn from: the VecEnv, the league of opponents, the warm start."""
