"""Waiting with a limit."""

import time


def eventually(condition, what, limit, every=0.2):
    """Calls `condition` until it returns something true, and returns that. Fails after `limit` seconds.

    `what` is a sentence, or a function that makes one at the end: then it can tell what there was instead.
    """
    end = time.monotonic() + limit
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"not within {limit:g} s: {what() if callable(what) else what}")
        time.sleep(every)
