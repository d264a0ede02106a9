"""Toy entries whose words say which value they speak of, and critics that learned from them."""

import random

import numpy as np
import pytest

from evalstore.suites.drift.engine.values import VALUES

NOISE = [f"noise{place}" for place in range(12)]


@pytest.fixture(scope="session")
def planted():
    """Make examples: two values spoken of in each entry, by one of three words for each side."""
    pytest.importorskip("torch")
    from evalstore.suites.drift.engine.critic.examples import Examples

    def make(count, seed):
        draws = random.Random(seed)
        texts = []
        labels = np.zeros((count, len(VALUES)), np.int64)
        for row in range(count):
            words = draws.choices(NOISE, k=8)
            for place in draws.sample(range(len(VALUES)), 2):
                labels[row, place] = draws.choice([-1, 1])
                side = "kept" if labels[row, place] > 0 else "broke"
                words.append(f"{side}{place}x{draws.randrange(3)}")
            texts.append(" ".join(draws.sample(words, len(words))))
        return Examples(tuple(texts), labels)

    return make


@pytest.fixture(scope="session")
def small():
    """Return settings that train in about a second."""
    pytest.importorskip("torch")
    from evalstore.suites.drift.engine.critic.settings import CriticSettings

    return CriticSettings(
        feature_count=2048,
        width_first=48,
        width_second=32,
        learning_rate=1e-2,
        feature_dropout=0.1,
        epochs_max=20,
    )


@pytest.fixture(scope="session")
def critic(planted, small):
    """Return a critic that learned from the planted words."""
    from evalstore.suites.drift.engine.critic.training import train

    return train(planted(1200, 1), planted(300, 2), small)
