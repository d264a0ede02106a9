"""An exception is recorded, whatever its message is, and leaves the block as it came."""

import pytest


class SilentError(Exception):
    """An exception whose message cannot be had."""

    def __str__(self):
        raise ValueError("no message")


def test_exception_with_any_message(opened, payloads):
    """A message that no event could hold, or that cannot be had, hides neither error nor run."""
    for error in (ValueError("x" * 20_000_000), SilentError()):
        with pytest.raises(type(error)), opened():
            raise error

    ends = payloads("run_finished")
    assert ["failed", "failed"] == [end["status"] for end in ends]
    assert 4_100 > len(ends[0]["error"])
    assert "SilentError: its message cannot be shown: ValueError" == ends[1]["error"]
