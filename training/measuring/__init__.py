"""Evaluation of playing strength: matches, intervals, tournaments and plots."""
