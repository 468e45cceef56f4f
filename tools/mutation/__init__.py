"""Mutation testing: do the tests of a game notice when its rules are changed?"""
