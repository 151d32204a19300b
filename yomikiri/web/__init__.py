"""The web page: a JSON API, and in static/ a board that knows no rules."""
