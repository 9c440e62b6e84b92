"""The cases, a file for each concern. What is imported here is run."""

from cases import oracle

__all__ = ["oracle"]
