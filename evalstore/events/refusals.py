"""What the door says to an event it refuses."""

from evalstore.errors import EvalstoreError


class RefusedEventError(EvalstoreError):
    """
    One event that cannot be kept.

    ``reason`` is a short fixed phrase to count by; ``detail`` names the field, what was found,
    what was expected and the way out.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail
