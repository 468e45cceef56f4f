"""Commands: settings, arguments, help, and errors in one line."""
