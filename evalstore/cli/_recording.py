"""A sentence about recorded events."""


def recorded_sentence(recorded: dict[str, int] | None) -> str:
    """
    Return a sentence about the recorded events.

    >>> recorded_sentence({"new": 1, "revised": 0, "duplicate": 0}), recorded_sentence(None)
    ('recorded 1 new, 0 revised, 0 duplicate', 'nothing was recorded')
    """
    if recorded is None:
        return "nothing was recorded"
    return "recorded " + ", ".join(f"{count} {name}" for name, count in recorded.items())
