"""Trained networks as agents: agent files, the bundled agents, and agents by name or path."""
