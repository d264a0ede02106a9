"""Fixtures of the contradiction rubric: conversations made of their texts."""

import pytest


@pytest.fixture
def conversation():
    """Return the messages of a conversation, user and assistant taking turns."""

    def make(*texts):
        roles = ("user", "assistant")
        return [{"role": roles[place % 2], "content": text} for place, text in enumerate(texts)]

    return make
