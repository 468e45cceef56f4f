import pytest


@pytest.fixture
def type_in(monkeypatch):
    """Return a function that sets the lines that a person types; exceptions are raised."""

    def give(lines):
        typed = iter(lines)

        def read(prompt):
            line = next(typed)
            if isinstance(line, type):
                raise line
            return line

        monkeypatch.setattr("builtins.input", read)

    return give
