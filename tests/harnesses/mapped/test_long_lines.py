"""Tables with a line that nobody should hold in memory."""

import pytest

from evalstore.errors import UnreadableInputError


def test_a_line_that_is_too_long(store):
    """The file is refused in few words, without the line."""
    content = f"id,mark\nc1,ok\nc2,{'y' * 5_000_000}\n"
    with pytest.raises(UnreadableInputError, match="a line of more than 4 MiB") as raised:
        store(content)

    assert len(str(raised.value)) < 200
