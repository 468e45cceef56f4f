"""Games to learn from: the VecEnv, the league of opponents, behaviour cloning."""
