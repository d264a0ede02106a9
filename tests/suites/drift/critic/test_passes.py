"""Passes with dropout: folding the masks into the weights changes nothing but the cost."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

torch = pytest.importorskip("torch")

from evalstore.errors import UsageError  # noqa: E402
from evalstore.suites.drift.engine import week  # noqa: E402
from evalstore.suites.drift.engine.critic import losses  # noqa: E402 - torch first
from evalstore.suites.drift.engine.critic.critic import Critic  # noqa: E402
from evalstore.suites.drift.engine.critic.hidden_layers import (  # noqa: E402
    dropout_masks,
    random_network,
    shapes,
)
from evalstore.suites.drift.engine.critic.saving import packed  # noqa: E402
from evalstore.suites.drift.engine.values import VALUES  # noqa: E402


def layer_by_layer(critic, texts, masks):
    """Return the alignments of each pass and entry, one at a time, in plain numpy."""
    weights = {name: found.numpy() for name, found in critic.network.tensors().items()}
    sparse = critic.features.rows(texts)
    parts = (sparse.values, sparse.columns, sparse.offsets)
    rows = csr_matrix(parts, (len(texts), sparse.width)).toarray()
    alignment = losses.load(critic.settings.loss).alignment
    found = np.zeros((len(masks[0]), len(texts), len(VALUES)))
    for number, (first, second) in enumerate(zip(*masks, strict=True)):
        for place, row in enumerate(rows):
            layer = np.maximum(row @ weights["first_weight"] + weights["first_bias"], 0.0)
            layer = layer * first.numpy()
            layer = np.maximum(layer @ weights["second_weight"] + weights["second_bias"], 0.0)
            layer = layer * second.numpy()
            logits = layer @ weights["head_weight"] + weights["head_bias"]
            by_value = torch.from_numpy(logits.reshape(len(VALUES), -1))
            found[number, place] = alignment(by_value).numpy()
    return found


def masks_of(critic, count):
    widths = (critic.settings.width_first, critic.settings.width_second)
    return dropout_masks(critic.settings.seed, count, widths, critic.settings.dropout)


def test_folded_masks_are_the_same_masks(critic, planted):
    """A product with folded weights is the pass that leaves units out layer by layer."""
    texts = planted(20, 3).texts
    expected = layer_by_layer(critic, texts, masks_of(critic, 7))

    actual = critic.samples(texts, 7)

    assert np.allclose(expected, actual, atol=1e-5)
    assert actual.std(axis=0).max() > 0.01


@pytest.mark.parametrize("numbers_at_once", [1, 100, 10_000])
def test_pieces_make_the_whole(critic, planted, monkeypatch, numbers_at_once):
    """In however small pieces the passes are worked on, they say the same."""
    texts = planted(20, 3).texts
    expected = critic.samples(texts, 7)
    monkeypatch.setattr(
        "evalstore.suites.drift.engine.critic.hidden_layers.NUMBERS_AT_ONCE", numbers_at_once
    )
    monkeypatch.setattr(
        "evalstore.suites.drift.engine.critic.critic.SAMPLES_AT_ONCE", numbers_at_once
    )

    actual = critic.samples(texts, 7)

    assert np.allclose(expected, actual, atol=1e-5)


def test_an_entry_alone_is_a_week_of_one(critic, planted):
    """Mean and uncertainty of each entry are those of the week that holds it alone."""
    texts = [*planted(10, 4).texts, "neither word nor pair is known", ""]
    weeks = [week.reading(critic.read([text], 11)) for text in texts]

    mean, uncertainty = critic.predict_with_uncertainty(texts, 11)

    assert np.allclose([found.alignment for found in weeks], mean, atol=1e-5)
    assert np.allclose([found.uncertainty for found in weeks], uncertainty, atol=1e-5)


def test_the_parts_of_uncertainty(critic, planted):
    """Each of the three parts raises uncertainty, and without them it is the passes' deviation."""
    texts = [*planted(6, 4).texts, "neither word nor pair is known"]
    found = critic.read(texts, 11)
    expected = found.alignments.var(axis=0) + found.variances.mean(axis=0)
    expected += found.doubts[:, None] ** 2

    uncertainty = critic.predict_with_uncertainty(texts, 11)[1]

    assert np.allclose(np.sqrt(expected), uncertainty, atol=1e-5)
    assert (uncertainty + 1e-6 >= critic.samples(texts, 11).std(axis=0)).all()
    assert (uncertainty[-1] >= 1).all()


def test_asked_again_it_says_the_same(critic, planted):
    """Nothing is drawn when a critic is asked, and others' random numbers change nothing."""
    texts = planted(5, 5).texts
    expected = critic.samples(texts, 9)
    torch.manual_seed(1)
    np.random.seed(1)  # noqa: NPY002 - the state that is not to matter
    critic.samples(planted(3, 6).texts, 4)

    actual = critic.samples(texts, 9)

    assert (expected == actual).all()


def test_company_does_not_matter(critic, planted):
    """An entry is read alike alone, and among others in any order."""
    texts = planted(12, 7).texts
    expected = critic.samples(texts, 9)

    backwards = critic.samples(texts[::-1], 9)[:, ::-1]
    alone = np.concatenate([critic.samples([text], 9) for text in texts], axis=1)

    assert np.allclose(expected, backwards, atol=1e-5)
    assert np.allclose(expected, alone, atol=1e-5)


def test_more_passes_begin_like_fewer(critic, planted):
    """The first passes of many are those of few."""
    texts = planted(4, 8).texts

    assert np.allclose(critic.samples(texts, 5), critic.samples(texts, 20)[:5], atol=1e-5)


def test_masks_leave_out_the_share_that_was_set():
    """Of all units the share of dropout is left out, and the rest scaled up by as much."""
    first, second = dropout_masks("seed", 2000, (30, 20), 0.25)

    assert [0.0, pytest.approx(4 / 3)] == first.unique().tolist()
    # Of 60,000 and 40,000 draws a share is off by 0.01 less than once in a million times.
    assert float((first == 0).float().mean()) == pytest.approx(0.25, abs=0.01)
    assert float((second == 0).float().mean()) == pytest.approx(0.25, abs=0.01)


def test_without_dropout_only_the_class_is_uncertain(critic, planted):
    """Where nothing is left out, every pass is the whole network."""
    from dataclasses import replace

    from evalstore.suites.drift.engine.critic.domain import fitted

    texts = planted(6, 9).texts
    settings = replace(critic.settings, dropout=0.0, loss="corn")
    sure = Critic(settings, critic.features, critic.network, fitted(texts, texts), "", {})

    mean, uncertainty = sure.predict_with_uncertainty(texts, 5)

    assert np.allclose(sure.predicted(texts), mean, atol=1e-6)
    assert np.allclose(np.sqrt(sure.read(texts, 1).variances[0]), uncertainty, atol=1e-5)


def test_dense_rows_are_read_as_sparse_ones_are(critic, planted):
    """The first layer is the same whether zeros are written down or not."""
    from evalstore.suites.drift.engine.critic.feature_rows import DenseRows

    rows = critic.features.rows([*planted(6, 10).texts, ""])
    dense = np.zeros((len(rows), rows.width), np.float32)
    dense[np.repeat(np.arange(len(rows)), np.diff(rows.offsets)), rows.columns] = rows.values
    expected = critic.network.shared(rows)

    actual = critic.network.shared(DenseRows(dense))

    assert np.allclose(expected.numpy(), actual.numpy(), atol=1e-5)


def test_no_entries_give_no_readings(critic):
    """Asked nothing, a critic says nothing, in the right shape."""
    mean, deviation = critic.predict_with_uncertainty([], 3)

    assert (0, 10) == mean.shape == deviation.shape
    assert (3, 0, 10) == critic.samples([], 3).shape
    assert (0, 10) == critic.predicted([]).shape


@pytest.mark.parametrize("count", [0, -1, 1001])
def test_passes_have_bounds(critic, count):
    """Too few or too many passes are refused by name."""
    with pytest.raises(UsageError, match=r"expected 1 to 1,000"):
        critic.samples(["text"], count)


def test_a_device_that_is_not_there_is_named(critic):
    """A device is cpu or cuda, and cuda only where torch finds one."""
    with pytest.raises(UsageError, match="expected one of cpu, cuda"):
        critic.on("tpu")
    if not torch.cuda.is_available():
        with pytest.raises(UsageError, match="torch finds no CUDA device"):
            critic.on("cuda")


@pytest.mark.skipif(
    not torch.cuda.is_available(), reason="torch finds no CUDA device here; run it where one is"
)
def test_cuda_says_what_the_processor_says(critic, planted):
    """
    On an accelerator the same masks give the same alignments and uncertainties within 0.001.

    Sums of float32 are taken in another order there; weights, masks and hash are the same.
    """
    texts = planted(50, 11).texts
    elsewhere = critic.on("cuda")

    assert "cuda" == elsewhere.device
    assert np.allclose(critic.predicted(texts), elsewhere.predicted(texts), rtol=0, atol=1e-3)
    assert np.allclose(critic.samples(texts), elsewhere.samples(texts), rtol=0, atol=1e-3)
    for side, other in zip(
        critic.predict_with_uncertainty(texts),
        elsewhere.predict_with_uncertainty(texts),
        strict=True,
    ):
        assert np.allclose(side, other, rtol=0, atol=1e-3)
    assert packed(critic)[0]["sha256"] == packed(elsewhere)[0]["sha256"]


def test_a_drawn_network_keeps_the_size_of_a_signal():
    """Weights have the variance 2 / inputs, biases are 0."""
    network = random_network(shapes(800, 200, 100, 2), torch.Generator().manual_seed(1))

    assert pytest.approx(2 / 800, rel=0.05) == float(network.first_weight.var())
    assert 0.0 == float(network.head_bias.abs().max())
