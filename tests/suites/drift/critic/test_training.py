"""Training learns what is there to be learned, nothing from noise, and stops by itself."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

torch = pytest.importorskip("torch")

from evalstore.errors import UsageError  # noqa: E402
from evalstore.suites.drift.engine.critic import losses  # noqa: E402 - torch first
from evalstore.suites.drift.engine.critic.examples import Examples, examples_of  # noqa: E402
from evalstore.suites.drift.engine.critic.lesson import (  # noqa: E402
    class_weights,
    classes_of,
    quadratic_kappa,
)
from evalstore.suites.drift.engine.critic.training import train  # noqa: E402


def qwk(critic, examples):
    found = classes_of(critic.predicted(examples.texts))
    return cohen_kappa_score(found.ravel(), examples.labels.ravel(), weights="quadratic")


@pytest.mark.thinned(3)
@pytest.mark.parametrize("loss", losses.names())
def test_planted_words_are_found(planted, small, loss):
    """Each loss teaches the words that were planted, so that unseen entries are read right."""
    critic = train(planted(1200, 1), planted(300, 2), replace(small, loss=loss))

    assert qwk(critic, planted(400, 3)) > 0.8


@pytest.mark.sweep
def test_shuffled_labels_teach_nothing(planted, small):
    """With the labels dealt out anew, nothing is left that could be found by skill."""
    critic = train(planted(1200, 1), planted(300, 2), replace(small, labels="shuffled"))

    assert abs(qwk(critic, planted(400, 3))) < 0.1


def test_shuffling_keeps_the_labels(planted):
    """Shuffled examples have the same texts and the same rows of labels, at other places."""
    examples = planted(200, 4)
    shuffled = examples.shuffled("seed")

    assert examples.texts == shuffled.texts
    assert sorted(map(tuple, examples.labels)) == sorted(map(tuple, shuffled.labels))
    assert (examples.labels != shuffled.labels).any()
    assert examples.fingerprint() != shuffled.fingerprint()


def test_shuffled_sides_keep_what_is_spoken_of(planted):
    """Each text speaks of the same values, each value has as many labels of either side."""
    examples = planted(200, 4)
    shuffled = examples.with_shuffled_sides("seed")

    assert examples.texts == shuffled.texts
    assert ((examples.labels != 0) == (shuffled.labels != 0)).all()
    assert (examples.labels.sum(axis=0) == shuffled.labels.sum(axis=0)).all()
    assert (examples.labels != shuffled.labels).any()


def test_the_same_settings_give_the_same_critic(planted, small):
    """Bit for bit, whatever others draw meanwhile; another seed gives another critic."""
    short = replace(small, epochs_max=2)
    training, validation = planted(300, 5), planted(100, 6)
    first = train(training, validation, short)
    torch.manual_seed(123)
    second = train(training, validation, short)
    other = train(training, validation, replace(short, seed="other"))

    for name, tensor in first.network.tensors().items():
        assert torch.equal(tensor, second.network.tensors()[name]), name
    assert not torch.equal(first.network.head_weight, other.network.head_weight)


def test_training_stops_and_keeps_the_best(planted, small):
    """After `patience` passes without a lower loss it ends, with the weights of the best."""
    epochs = []
    validation = planted(100, 8)
    settings = replace(small, epochs_max=200, patience=3)
    critic = train(planted(150, 7), validation, settings, epochs.append)
    best = min(epochs, key=lambda epoch: epoch.validation_loss)

    assert len(epochs) == best.number + 3 < 200
    assert [epoch.number for epoch in epochs if epoch.is_best][-1] == best.number
    assert best.number == critic.training["epoch"]
    actual = quadratic_kappa(classes_of(critic.predicted(validation.texts)), validation.labels)
    assert best.validation_qwk == pytest.approx(actual, abs=1e-6)


def test_the_doubtful_is_uncertain(critic, planted):
    """An entry that speaks both ways is read with less certainty than one that speaks one way."""
    one_way = [f"kept{place}x0 noise1 noise2" for place in range(10)]
    both_ways = [f"kept{place}x0 broke{place}x0 noise1 noise2" for place in range(10)]
    places = range(10)
    sure = critic.predict_with_uncertainty(one_way)[1][places, places].mean()
    doubtful = critic.predict_with_uncertainty(both_ways)[1][places, places].mean()

    assert doubtful > 2 * sure


def test_rare_classes_weigh_more():
    """By their rareness: at 0 all alike, at 1 every class of a value weighs the same in all."""
    labels = np.array([[0]] * 8 + [[1]] * 3 + [[-1]])
    counts = np.array([1, 8, 3])
    alike = class_weights(labels, 0.0)[0].numpy()
    equal = class_weights(labels, 1.0)[0].numpy()
    between = class_weights(labels, 0.5)[0].numpy()

    assert np.allclose([1.0, 1.0, 1.0], alike)
    assert np.allclose([4.0, 4.0, 4.0], equal * counts)
    assert np.allclose(12.0, (between * counts).sum())
    assert between[0] / between[1] == pytest.approx(8**0.5)


@pytest.mark.parametrize("seed", range(5))
def test_kappa_is_that_of_scikit_learn(seed):
    """Quadratic weighted kappa, on classes that are drawn with unlike shares."""
    draws = np.random.default_rng(seed)
    found, truth = draws.choice([-1, 0, 1], (2, 80), p=[0.1, 0.6, 0.3])
    expected = cohen_kappa_score(found, truth, weights="quadratic", labels=[-1, 0, 1])

    assert expected == pytest.approx(quadratic_kappa(found, truth), abs=1e-12)


def test_kappa_of_a_constant():
    """Undefined where both say the same one class, 0 where only one of them does."""
    zeros = np.zeros(3, np.int64)

    assert quadratic_kappa(zeros, zeros) is None
    assert quadratic_kappa(zeros[:0], zeros[:0]) is None
    assert quadratic_kappa(zeros, np.array([1, 0, -1])) == pytest.approx(0.0)


def test_classes_begin_beyond_the_half():
    """An alignment of exactly one half is of the class in the middle."""
    alignments = np.array([-1.0, -0.51, -0.5, 0.0, 0.5, 0.51])

    assert [-1, -1, 0, 0, 0, 1] == classes_of(alignments).tolist()


class Entry:
    def __init__(self, text, labels, *, is_bimodal=False):
        self.text = text
        self.labels = labels
        self.persona_id = "writer"
        self.core_values = ("stimulation",)
        self.is_bimodal = is_bimodal


def test_values_that_are_not_named_are_zero():
    """An entry's labels stand in the columns of its values."""
    examples = examples_of([Entry("a", {"stimulation": -1}), Entry("b", {})])

    assert ("a", "b") == examples.texts
    assert [[0, -1, *[0] * 8], [0] * 10] == examples.labels.tolist()


def test_only_named_zeros_of_a_bimodal_entry_are_bimodal():
    """Its other labels are as they are, and so is a 0 that another entry names."""
    labels = {"stimulation": 0, "power": 1}
    examples = examples_of([Entry("a", labels, is_bimodal=True), Entry("b", labels)])
    expected = np.zeros((2, 10), bool)
    expected[0, 1] = True

    assert (expected == examples.is_bimodal).all()
    assert replace(examples, is_bimodal=None).fingerprint() != examples.fingerprint()


@pytest.mark.sweep
@pytest.mark.parametrize("loss", ["corn", "soft_ordinal"])
def test_both_sides_are_learned_as_both(planted, small, loss):
    """An entry with a word for and a word against is uncertain, one with neither is not."""
    examples = planted(1200, 1)
    both = [place for place in range(0, 1200, 4) if examples.labels[place, 0]]
    texts, labels = list(examples.texts), examples.labels.copy()
    is_bimodal = np.zeros(labels.shape, bool)
    for place in both:
        texts[place] += " broke0x1" if labels[place, 0] > 0 else " kept0x1"
        labels[place, 0], is_bimodal[place, 0] = 0, True
    taught = Examples(tuple(texts), labels, is_bimodal)
    critic = train(taught, planted(300, 2), replace(small, loss=loss, epochs_max=8))

    found = critic.read([texts[place] for place in both], 5).variances.mean(axis=0)
    silent = planted(100, 3)
    neither = critic.read(silent.texts, 5).variances.mean(axis=0)[silent.labels[:, 0] == 0]

    # Soft labels give an end at most 0.87, and half of it each where both are taught.
    assert float(found[:, 0].mean()) > 0.3
    assert float(neither[:, 0].mean()) < 0.5 * float(found[:, 0].mean())


@pytest.mark.parametrize("labels", [{"courage": 1}, {"power": 2}])
def test_labels_nobody_knows_are_refused(labels):
    """A value that is none of the ten, or a label that is no class, is named."""
    with pytest.raises(UsageError, match="expected -1, 0 or 1 for one of self_direction"):
        examples_of([Entry("a", labels)])


def test_nothing_to_learn_from_is_said(planted, small):
    """Without entries there is no critic, and the error says which are missing."""
    empty = Examples((), np.zeros((0, 10), np.int64))
    with pytest.raises(UsageError, match="needs training entries"):
        train(empty, planted(10, 1), small)
    with pytest.raises(UsageError, match="needs validation entries"):
        train(planted(10, 1), empty, small)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("loss", "corm", "did you mean 'corn'"),
        ("features", "sounds", "expected one of encoder, hashed, minilm, words"),
        ("labels", "some", "expected one of true, shuffled"),
        ("dropout", 1.0, "`dropout` is 1.0, expected a number from 0 to 0.95"),
        ("dropout", float("nan"), "expected a number"),
        ("epochs_max", 2.5, "expected a whole number"),
        ("batch_count", True, "expected a whole number"),
    ],
)
def test_settings_that_make_no_sense_are_refused(small, name, value, words):
    """A wrong setting is named with what was expected."""
    with pytest.raises(UsageError, match=words):
        replace(small, **{name: value}).checked()
