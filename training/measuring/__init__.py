"""Measurements of playing strength: matches, intervals, tournaments and plots."""
