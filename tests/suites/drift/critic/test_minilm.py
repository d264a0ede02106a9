"""A critic learns from sentence embeddings as from hashed words."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch")

from evalstore.base.encoders import minilm
from evalstore.errors import UsageError
from evalstore.suites.drift.engine.critic import saving
from evalstore.suites.drift.engine.critic.training import train


@pytest.fixture
def embedded(monkeypatch):
    """Stand in for the model: an embedding is the sum of a fixed draw for each word, scaled."""

    def embed(texts):
        rows = [np.zeros(384, np.float32)]
        for text in texts:
            row = sum(
                np.random.default_rng(list(word.encode())).standard_normal(384)
                for word in text.split()
            )
            rows.append((row / np.linalg.norm(row)).astype(np.float32))
        return np.stack(rows)[1:]

    monkeypatch.setattr(minilm, "embed", embed)
    monkeypatch.setattr(minilm, "version", lambda: "stand-in 1")


@pytest.mark.usefixtures("embedded")
def test_embeddings_are_learned_from(planted, small, tmp_path):
    """A critic of embeddings is trained, saved and read again, and answers the same."""
    critic = train(planted(300, 1), planted(60, 2), replace(small, features="minilm"))
    texts = planted(8, 3).texts
    saving.save(critic, tmp_path)

    assert (384, small.width_first) == tuple(critic.network.first_weight.shape)
    assert (critic.samples(texts, 5) == saving.load(tmp_path).samples(texts, 5)).all()


@pytest.mark.usefixtures("embedded")
def test_other_embeddings_are_refused(planted, small, tmp_path, monkeypatch):
    """What one model of embeddings taught means nothing to another."""
    settings = replace(small, features="minilm", epochs_max=1)
    saving.save(train(planted(50, 1), planted(20, 2), settings), tmp_path)
    monkeypatch.setattr(minilm, "version", lambda: "stand-in 2")

    with pytest.raises(UsageError, match=r"reads by 'stand-in 1', and 'stand-in 2' is installed"):
        saving.load(tmp_path)
