"""The package's own system prompt asks for what its validators look for."""

import hashlib

import pytest

from evalstore.systems import _system_prompt


@pytest.mark.parametrize(
    "demand",
    ["acknowledge", "integrate", "orient", "never dismiss", "do not know", "how sure", "json"],
)
def test_the_prompt_asks_for_it(demand):
    """Each thing that a validator judges is asked for in words."""
    assert demand in " ".join(_system_prompt.text().lower().split())


def test_the_hash_is_that_of_the_text():
    """A run that records the hash can be held against the file."""
    text = _system_prompt.text()
    expected = hashlib.sha256(text.encode()).hexdigest()

    assert expected == _system_prompt.sha256_hex(text)
    assert expected != _system_prompt.sha256_hex(f"{text} ")
