"""Reads that join tables; each returns plain frozen data."""
