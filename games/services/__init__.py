"""Writes: what the system does. One public service is one transaction."""
