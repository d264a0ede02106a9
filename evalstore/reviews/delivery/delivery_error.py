"""Errors of a delivery."""

from evalstore.errors import EvalstoreError


class DeliveryError(EvalstoreError):
    """
    A service refuses a request or cannot be reached; the text names the host, never a secret.

    ``is_transient`` if another try may succeed, after ``wait_s`` seconds if the service sets them.
    """

    def __init__(
        self, message: str, *, is_transient: bool = False, wait_s: float | None = None
    ) -> None:
        super().__init__(message)
        self.is_transient = is_transient
        self.wait_s = wait_s


class NotConfiguredError(EvalstoreError):
    """A setting that a delivery needs is missing or invalid, such as a token."""
