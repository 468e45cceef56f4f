"""Estimates with intervals, and the tables that show them."""
