"""Cross-encoders out of folders: their logits are those of the transformers library."""

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tokenizers", reason="the extra `minilm` is not installed")

from safetensors.torch import load_file, save_file  # noqa: E402 - torch first, or not at all

from evalstore.base.encoders.cross_encoder import read_cross_encoder  # noqa: E402
from evalstore.errors import UnreadableInputError, UsageError  # noqa: E402
from tests.base.encoders.tiny import change  # noqa: E402
from tests.base.encoders.tiny_cross_encoder import (  # noqa: E402
    LABELS,
    PAIRS,
    TOKENS_MAX,
    tiny_cross_encoder,
)

RECORDED = Path(__file__).parents[2] / "fixtures" / "cross_encoder" / "logits.json"
ORDER = ("entailment", "neutral", "contradiction")


@pytest.fixture(params=sorted(LABELS))
def folder(request, tmp_path):
    """Return the folder of a tiny cross-encoder of each kind."""
    return tiny_cross_encoder(tmp_path / "nli", request.param)


@pytest.mark.parametrize("kind", sorted(LABELS))
def test_logits_are_those_of_transformers(tmp_path, kind):
    """Of pairs short, empty, cut and in marks, within 1e-5, with the labels put in one order."""
    recorded = np.array(json.loads(RECORDED.read_text())[kind])
    order = [[label.lower() for label in LABELS[kind]].index(label) for label in ORDER]
    encoder = read_cross_encoder(tiny_cross_encoder(tmp_path / "nli", kind))
    found = encoder.logits(PAIRS)

    assert np.allclose(recorded[:, order], found, rtol=0, atol=1e-5)
    # The fixture tells pairs apart, so that a constant would not pass.
    assert np.ptp(recorded, axis=0).max() > 0.1


def test_probabilities_are_the_softmax_of_the_logits(folder):
    """With the sum 1; what is longer than is read is said to be cut, and pairs stay in order."""
    encoder = read_cross_encoder(folder)
    found = encoder.entailments([*PAIRS] * 10)
    exact = torch.softmax(torch.tensor(encoder.logits(PAIRS), dtype=torch.float64), dim=1)

    assert TOKENS_MAX == encoder.tokens_max
    assert [False, False, False, True, False] * 10 == [one.is_truncated for one in found]
    for row, one, later in zip(exact, found, found[-len(PAIRS) :], strict=False):
        assert list(ORDER) == list(one.probabilities)
        assert row.tolist() == pytest.approx(list(one.probabilities.values()), abs=1e-6)
        assert one.probabilities == pytest.approx(later.probabilities, abs=1e-5)
    assert [] == encoder.entailments([])


def test_labels_stand_in_any_order_and_case(tmp_path):
    """Another order of names is another order of the same numbers."""
    first = read_cross_encoder(
        tiny_cross_encoder(tmp_path / "a", labels=("Neutral", "ENTAILMENT", "contradiction"))
    )
    second = read_cross_encoder(
        tiny_cross_encoder(tmp_path / "b", labels=("entailment", "neutral", "Contradiction"))
    )

    assert np.array_equal(first.logits(PAIRS)[:, [1, 0, 2]], second.logits(PAIRS))
    assert first.weights_sha256 == second.weights_sha256
    assert first.sha256 != second.sha256


def test_a_vocabulary_does_for_bert(tmp_path):
    """It gives the tokens of tokenizer.json; RoBERTa's pieces need the rules that it holds."""
    folder = tiny_cross_encoder(tmp_path / "bert")
    expected = read_cross_encoder(folder).logits(PAIRS)
    (folder / "tokenizer.json").unlink()
    assert np.allclose(expected, read_cross_encoder(folder).logits(PAIRS), atol=1e-6)

    other = tiny_cross_encoder(tmp_path / "roberta", "roberta")
    (other / "tokenizer.json").unlink()
    with pytest.raises(UsageError, match=r"tokenizer.json is missing; .*save_pretrained"):
        read_cross_encoder(other)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"model_type": "deberta-v2"}, "'deberta-v2', expected bert or roberta; supported:"),
        ({"id2label": None}, "id2label in config.json is missing, expected the labels entail"),
        ({"id2label": {"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"}}, "is 0: LABEL_0, 1: LAB"),
        ({"id2label": {"0": "entailment", "1": "not_entailment"}}, "1: not_entailment, expected"),
    ],
)
def test_other_models_are_refused(folder, fields, words):
    """By name, with what is supported and what to do."""
    change(folder / "config.json", **fields)

    with pytest.raises(UsageError, match=words):
        read_cross_encoder(folder)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
def test_a_missing_or_damaged_file_is_named(folder, name):
    """With what a folder has to hold."""
    (folder / name).write_bytes(b"{")
    with pytest.raises(UnreadableInputError, match=name):
        read_cross_encoder(folder)
    (folder / name).unlink()
    with pytest.raises(UsageError, match=f"{name} is missing; expected config.json"):
        read_cross_encoder(folder)


def test_a_head_of_another_shape_is_refused(folder):
    """Its name, what was found and what was expected."""
    weights = load_file(folder / "model.safetensors")
    name = next(name for name in weights if name.startswith("classifier") and "bias" in name)
    save_file({**weights, name: torch.zeros(7)}, folder / "model.safetensors")

    with pytest.raises(UnreadableInputError, match=rf"{name} in .* is torch.float32 \(7,\), expe"):
        read_cross_encoder(folder)


def test_hostile_texts_have_logits(folder):
    """Half characters, marks and zeros are text as any other."""
    pairs = [("\ud800 ash", "\0"), ("[CLS] [PAD]", "\u200b"), ("", "")]

    assert np.isfinite(read_cross_encoder(folder).logits(pairs)).all()
