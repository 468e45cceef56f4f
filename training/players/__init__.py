"""Trained networks as agents: files, the agents that ship, and agents by name or path."""
