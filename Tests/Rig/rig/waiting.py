"""Waiting with a limit."""

import time


def eventually(condition, what, limit=5.0):
    """Calls `condition` until it returns something true, and returns that. Fails after `limit` seconds."""
    end = time.monotonic() + limit
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"not within {limit:g} s: {what}")
        time.sleep(0.01)
