"""Optional dependencies of critics: torch and safetensors."""

from evalstore.errors import UsageError


def check_installed() -> None:
    """Raise UsageError if torch or safetensors is missing."""
    try:
        import safetensors  # noqa: F401 - asked for, not used
        import torch  # noqa: F401 - asked for, not used
    except ImportError as error:
        raise UsageError(
            f"a critic needs torch and safetensors ({error}); run `pip install 'evalstore[drift]'`"
        ) from error
