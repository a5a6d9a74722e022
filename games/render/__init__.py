"""Pictures and words of a position: plain strings, no Django, no clock."""
