"""The store with gates of the tests of gates."""

from tests.gates.conftest import gated

__all__ = ["gated"]
