"""The shape of requests: what a form may hold, before a service decides."""
