"""The atlas: every board that was solved here, with its certificate and what was published."""
