"""Speeds against their goals, and the node-count signature: `make bench`."""
