"""A run of training: built from its configuration, carried out in its folder, measured."""
