"""Stand for your model: it adds, and slips on every tenth sum."""

SLIPS_EVERY = 10
FAILS_EVERY = 100


def answer(number):
    """Return what the model says that twice the number is; None where it does not answer."""
    if number % FAILS_EVERY == FAILS_EVERY - 1:
        return None
    return str(2 * number + (number % SLIPS_EVERY == 0))
