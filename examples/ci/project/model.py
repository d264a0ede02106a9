"""Stand for your model: it adds, and slips on every tenth sum."""

SLIPS_EVERY = 10


def answer(number):
    """Return what the model says that twice the number is."""
    return 2 * number + (number % SLIPS_EVERY == 0)
