"""The site around the games: settings, mounts, the Celery app."""

from azulsite.celery import app as celery_app

__all__ = ["celery_app"]
