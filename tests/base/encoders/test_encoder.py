"""Encoders out of folders: their rows are those of other code."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tokenizers", reason="the extra `minilm` is not installed")

from safetensors.torch import load_file, save_file  # noqa: E402 - torch first, or not at all

from evalstore.base.encoders.encoder import read_encoder  # noqa: E402
from tests.base.encoders.tiny import SIZES, WORDS, change, tiny  # noqa: E402

TEXTS = ("the river ash flows", "ash", "nobody knows the words", "The ASH kept", "")


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a tiny encoder."""
    return tiny(tmp_path / "encoder")


def last_layer(folder, tokens):
    """Return the vectors of one text by torch's own transformer: [tokens, width]."""
    weights = load_file(folder / "model.safetensors")
    width, head_count = SIZES["hidden_size"], SIZES["num_attention_heads"]
    names = {
        "self_attn.out_proj": "attention.output.dense",
        "linear1": "intermediate.dense",
        "linear2": "output.dense",
        "norm1": "attention.output.LayerNorm",
        "norm2": "output.LayerNorm",
    }
    found = sum(
        weights[f"embeddings.{kind}_embeddings.weight"][places]
        for kind, places in (
            ("word", torch.tensor(tokens)),
            ("position", torch.arange(len(tokens))),
            ("token_type", torch.zeros(len(tokens), dtype=torch.int64)),
        )
    )
    norm = (weights["embeddings.LayerNorm.weight"], weights["embeddings.LayerNorm.bias"])
    found = torch.nn.functional.layer_norm(found, (width,), *norm, eps=1e-12)[None]
    for number in range(SIZES["num_hidden_layers"]):
        before = f"encoder.layer.{number}"
        layer = torch.nn.TransformerEncoderLayer(
            width, head_count, SIZES["intermediate_size"], 0.0, "gelu", 1e-12, batch_first=True
        ).eval()
        state = {
            f"{name}.{part}": weights[f"{before}.{theirs}.{part}"]
            for name, theirs in names.items()
            for part in ("weight", "bias")
        }
        for part in ("weight", "bias"):
            state[f"self_attn.in_proj_{part}"] = torch.cat(
                [
                    weights[f"{before}.attention.self.{name}.{part}"]
                    for name in ("query", "key", "value")
                ]
            )
        layer.load_state_dict(state)
        with torch.no_grad():
            found = layer(found)
    return found[0].numpy()


@pytest.mark.parametrize("pooling", ["mean", "cls"])
@pytest.mark.parametrize("is_normalised", [True, False])
def test_rows_are_those_of_torch_s_transformer(tmp_path, pooling, is_normalised):
    """Text by text, unpadded, pooled here: within 1e-5, for either pooling, normalised or not."""
    folder = tiny(tmp_path / "encoder", pooling=pooling, is_normalised=is_normalised)
    found = read_encoder(folder).embed(TEXTS)

    for text, row in zip(TEXTS, found, strict=True):
        words = text.lower().split()
        tokens = [2, *(WORDS.index(word) if word in WORDS else 1 for word in words), 3]
        vectors = last_layer(folder, tokens)
        expected = vectors[0] if pooling == "cls" else vectors.mean(axis=0)
        expected = expected / np.linalg.norm(expected) if is_normalised else expected
        assert np.allclose(expected, row, rtol=0, atol=1e-5), text


def test_company_changes_nothing(folder):
    """A text has the same row alone as among others, in any order."""
    encoder = read_encoder(folder)
    among = encoder.embed([*TEXTS, "the " * 50])[:5]

    assert np.allclose(encoder.embed(TEXTS[::-1])[::-1], among, atol=1e-6)
    assert np.allclose(encoder.embed(TEXTS[:1]), among[:1], atol=1e-6)
    assert (0, 12) == encoder.embed([]).shape


def test_long_texts_are_cut_and_counted(folder):
    """Six words and two marks are read of eight tokens; what is longer has the same row."""
    encoder = read_encoder(folder)
    rows = encoder.embed(["ash " * 6, "ash " * 6 + "broke river", "ash " * 500])

    assert 8 == encoder.tokens_max
    assert np.allclose(rows[0], rows[1:], atol=1e-6)
    assert 2 == encoder.truncated_count(["ash " * 6, "ash " * 7, "river " * 500, ""])


def test_no_more_tokens_are_read_than_there_are_positions(folder):
    """A length beyond the position embeddings is that of the embeddings."""
    change(folder / "sentence_bert_config.json", max_seq_length=10_000)
    encoder = read_encoder(folder)

    assert 16 == encoder.tokens_max
    assert np.isfinite(encoder.embed(["ash " * 900])).all()


def test_a_folder_of_a_later_library_is_read(folder):
    """It has the limit of tokens with the tokenizer, other names of modules, and one pooling."""
    expected = read_encoder(folder).embed(TEXTS)
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 5}')
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode": "mean"}')
    text = (folder / "modules.json").read_text().replace("s.models.", "s.base.modules.inner.")
    (folder / "modules.json").write_text(text)
    change(folder / "sentence_bert_config.json", max_seq_length=None)
    encoder = read_encoder(folder)

    assert 5 == encoder.tokens_max
    assert np.allclose(expected[1], encoder.embed(TEXTS)[1], atol=1e-6)
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 1e30}')
    assert 16 == read_encoder(folder).tokens_max


def test_hostile_texts_have_rows(folder):
    """Half characters, marks of the tokenizer, and zeros are text as any other."""
    found = read_encoder(folder).embed(["\ud800 ash", "[SEP] [CLS] [PAD]", "\0\0", "\u200b"])

    assert np.isfinite(found).all()


def test_a_folder_of_transformers_alone_is_pooled_by_mean(folder):
    """Without modules nothing is normalised, as sentence-transformers has it."""
    tokens = [2, 6, 7, 3]
    (folder / "modules.json").unlink()
    expected = last_layer(folder, tokens).mean(axis=0)

    assert np.allclose(expected, read_encoder(folder).embed(["ash flows"])[0], atol=1e-5)


def test_weights_saved_with_a_head_are_read(folder):
    """Names may begin with bert., and numbers be of half the size."""
    expected = read_encoder(folder).embed(TEXTS)
    weights = load_file(folder / "model.safetensors")
    halved = {f"bert.{name}": tensor.half() for name, tensor in weights.items()}
    save_file({**halved, "cls.bias": torch.zeros(3)}, folder / "model.safetensors")

    assert np.allclose(expected, read_encoder(folder).embed(TEXTS), atol=1e-2)


@pytest.mark.parametrize(
    "name",
    [
        "config.json", "model.safetensors", "tokenizer.json", "modules.json",
        "1_Pooling/config.json", "sentence_bert_config.json",
    ],
)  # fmt: skip
def test_the_hash_is_that_of_every_file_that_counts(folder, name):
    """A byte more in any of them, and it is another encoder; a read-me does not count."""
    before = read_encoder(folder).sha256
    (folder / "README.md").write_text("anything")
    assert before == read_encoder(folder).sha256
    if name != "model.safetensors":
        (folder / name).write_bytes((folder / name).read_bytes() + b"\n")
    else:
        weights = load_file(folder / name)
        weights["embeddings.LayerNorm.bias"][0] += 1
        save_file(weights, folder / name)

    assert before != read_encoder(folder).sha256
