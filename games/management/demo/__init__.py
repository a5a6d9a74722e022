"""The demo site: a small world to look at, and the one process that serves it."""
