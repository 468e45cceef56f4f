"""Thin faces over the contract: PettingZoo AEC and Parallel, Gymnasium single and vector."""
