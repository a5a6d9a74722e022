"""League and clock arithmetic, pure: no database, no clock of its own."""
