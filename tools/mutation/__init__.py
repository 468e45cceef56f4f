"""Mutation testing, which checks that the tests of a game fail when its rules are changed."""
