"""Evaluating playing strength: matches, intervals, tournaments and plots."""
