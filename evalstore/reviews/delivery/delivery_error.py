"""Errors of a delivery."""

from evalstore.errors import EvalstoreError


class DeliveryError(EvalstoreError):
    """
    A service that does not take what it is sent; the text names the host and never a secret.

    ``is_transient`` where another try may help, after ``wait_s`` seconds where the service says.
    """

    def __init__(
        self, message: str, *, is_transient: bool = False, wait_s: float | None = None
    ) -> None:
        super().__init__(message)
        self.is_transient = is_transient
        self.wait_s = wait_s


class NotConfiguredError(EvalstoreError):
    """What the environment has to hold for a delivery and does not, such as a token."""
