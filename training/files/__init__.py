"""Files and folders of results: whole or not at all, locked, resumable."""
