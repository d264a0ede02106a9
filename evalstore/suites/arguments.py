"""Validate the arguments that suites have in common."""

from evalstore.errors import UsageError


def checked_count(
    domains: tuple[str, ...], available: tuple[str, ...], count: int | None, default: int
) -> int:
    """Return the number of cases; raise UsageError for an unknown domain or a count below 0."""
    unknown = [name for name in domains if name not in available]
    if unknown or not domains:
        expected = f"{'some of ' if len(available) > 1 else ''}{', '.join(available)}"
        raise UsageError(f"domains are {', '.join(unknown) or 'none'}, expected {expected}")
    wanted = default if count is None else count
    if wanted < 0:
        raise UsageError(f"count is {wanted}, expected 0 or more")
    return wanted
