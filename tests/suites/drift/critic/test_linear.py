"""A linear network finds the one minimum there is, and its passes drop whole features."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

torch = pytest.importorskip("torch")

from evalstore.suites.drift.engine.critic.feature_rows import DenseRows, SparseRows  # noqa: E402
from evalstore.suites.drift.engine.critic.lesson import (  # noqa: E402
    Lesson,
    classes_of,
    quadratic_kappa,
)
from evalstore.suites.drift.engine.critic.networks import linear  # noqa: E402
from evalstore.suites.drift.engine.critic.training import train  # noqa: E402


@pytest.fixture(scope="module")
def plain(small):
    """Return settings of a linear network without class weights."""
    return replace(small, network="linear", balance=0.0, epochs_max=400, penalty=1e-3)


def sparse(array):
    found = csr_matrix(array)
    return SparseRows(
        found.indices.astype(np.int64),
        found.indptr.astype(np.int64),
        found.data.astype(np.float32),
        array.shape[1],
    )


def rows_and_labels(planted):
    draws = np.random.default_rng(3)
    labels = planted(200, 1).labels
    array = (
        draws.random((200, 30)) * (draws.random((200, 30)) < 0.4) + 0.3 * labels.sum(1)[:, None]
    )
    return array.astype(np.float32), labels


def test_the_minimum_is_that_of_scikit_learn(planted, plain):
    """The first question of CORN, asked of all entries, is a logistic regression."""
    array, labels = rows_and_labels(planted)
    examples = replace(planted(200, 1), labels=labels)
    lesson = Lesson((sparse(array), sparse(array)), (examples, examples), plain)
    network, _ = linear.learned(lesson, plain, None)
    # The loss is a mean over all questions asked: n of the first, and those above -1 again.
    question_count = labels.size + int((labels > -1).sum())
    strength = 1.0 / (2.0 * plain.penalty * question_count)

    for place in range(3):
        expected = LogisticRegression(C=strength, tol=1e-8, max_iter=5000).fit(
            array, labels[:, place] > -1
        )
        column = place * 2
        assert np.allclose(expected.coef_[0], network.weight[:, column].numpy(), atol=5e-3)
        assert np.allclose(expected.intercept_[0], network.bias[column].item(), atol=5e-3)


def test_dense_and_sparse_rows_are_read_alike(planted, plain):
    """The same numbers give the same logits and passes, whichever way they are held."""
    array, labels = rows_and_labels(planted)
    examples = replace(planted(200, 1), labels=labels)
    lesson = Lesson((DenseRows(array), DenseRows(array)), (examples, examples), plain)
    network, epoch = linear.learned(lesson, replace(plain, epochs_max=20), None)
    dense, thin = network.shared(DenseRows(array)), network.shared(sparse(array))
    passes = network.passes(plain, 4)

    assert torch.allclose(network.logits(dense), network.logits(thin), atol=1e-4)
    assert torch.allclose(passes(dense), passes(thin), atol=1e-4)
    assert 1 == epoch.number


@pytest.mark.sweep
def test_a_pass_leaves_out_features(planted, plain):
    """Each pass is the network without some columns, scaled up; without dropout, the network."""
    array, labels = rows_and_labels(planted)
    examples = replace(planted(200, 1), labels=labels)
    lesson = Lesson((sparse(array), sparse(array)), (examples, examples), plain)
    network, _ = linear.learned(lesson, replace(plain, epochs_max=20), None)
    shared = network.shared(DenseRows(np.eye(30, dtype=np.float32)))
    weights = (network.logits(shared) - network.bias.reshape(10, 2)).numpy()
    thinned = (network.passes(plain, 3)(shared) - network.bias.reshape(10, 2)).numpy()
    share = thinned / np.where(weights == 0.0, 1.0, weights)
    kept = 1.0 / (1.0 - plain.dropout)

    assert (np.isclose(share, 0.0, atol=1e-4) | np.isclose(share, kept, atol=1e-3)).all()
    whole = network.passes(replace(plain, dropout=0.0), 2)(shared)
    assert torch.allclose(whole[0], network.logits(shared), atol=1e-6)
    more = network.passes(plain, 5)(shared)[:3].numpy() - network.bias.reshape(10, 2).numpy()
    assert np.allclose(thinned, more, atol=1e-6)


@pytest.mark.sweep
@pytest.mark.parametrize("loss", ["corn", "mse", "soft_ordinal"])
def test_planted_words_are_found(planted, plain, loss):
    """Planted words are learned without hidden layers, too."""
    settings = replace(plain, loss=loss, features="words", penalty=1e-6, epochs_max=100)
    critic = train(planted(600, 1), planted(100, 2), settings)
    unseen = planted(300, 3)

    assert quadratic_kappa(classes_of(critic.predicted(unseen.texts)), unseen.labels) > 0.8
