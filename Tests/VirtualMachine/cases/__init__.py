"""The cases, a file for each concern. What is imported here is run."""

from cases import console, hands, headless, itself, others, pacing, pictures, plugging, service

__all__ = ["console", "hands", "headless", "itself", "others", "pacing", "pictures", "plugging", "service"]
