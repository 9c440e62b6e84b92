"""The cases, a file for each concern. The modules imported here are run."""

from cases import (
    again, asking, console, cost, encrypted_faults, encrypted_return, encrypted_root,
    encrypted_service, failing, hands, headless, itself, others, pacing, pictures, plugging, service,
    stream)

__all__ = [
    "again", "asking", "console", "cost", "encrypted_faults", "encrypted_return", "encrypted_root",
    "encrypted_service", "failing", "hands", "headless", "itself", "others", "pacing", "pictures",
    "plugging", "service", "stream"]
