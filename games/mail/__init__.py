"""Mail as an interface: what is sent, with which headers, and how it leaves."""
