"""Folders of encoders that are damaged, incomplete or of another kind are refused in words."""

import json

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tokenizers", reason="the extra `minilm` is not installed")

from safetensors.torch import load_file, save_file  # noqa: E402 - torch first, or not at all

from evalstore.base.encoders.encoder import read_encoder  # noqa: E402
from evalstore.errors import UnreadableInputError, UsageError  # noqa: E402
from tests.base.encoders.tiny import WORDS, change, tiny  # noqa: E402


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a tiny encoder."""
    return tiny(tmp_path / "encoder")


@pytest.mark.parametrize(
    "name", ["config.json", "model.safetensors", "tokenizer.json", "1_Pooling/config.json"]
)
def test_a_missing_file_is_named(folder, name):
    """With what a folder has to hold."""
    (folder / name).unlink()

    with pytest.raises(UsageError, match=f"{name} is missing; expected config.json"):
        read_encoder(folder)


def test_a_missing_folder_is_named(tmp_path):
    """It says what to name in its place."""
    with pytest.raises(
        UsageError, match=r"the folder does not exist; name the one with config\.json"
    ):
        read_encoder(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("name", "fields", "words"),
    [
        (
            "config.json",
            {"model_type": "mpnet"},
            "model_type is 'mpnet', expected bert; supported",
        ),
        ("config.json", {"model_type": "xlm-roberta"}, "model_type is 'xlm-roberta', expected"),
        ("config.json", {"hidden_act": "silu"}, "hidden_act is 'silu', expected gelu or"),
        ("config.json", {"position_embedding_type": "relative_key"}, "expected absolute"),
        ("config.json", {"is_decoder": True}, "is_decoder is 'True', expected False"),
        ("1_Pooling/config.json", {"pooling_mode_max_tokens": True}, "pools by max_tokens, mean"),
        ("1_Pooling/config.json", {"pooling_mode_mean_tokens": False}, "pools by nothing"),
        ("1_Pooling/config.json", {"pooling_mode": "lasttoken"}, "pools by lasttoken, expected"),
    ],
)
def test_what_is_not_supported_is_refused(folder, name, fields, words):
    """By name, with what is supported."""
    change(folder / name, **fields)

    with pytest.raises(UsageError, match=f"{words}.*BERT|{words}") as refused:
        read_encoder(folder)

    assert "supported: BERT" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "fields", "words"),
    [
        ("config.json", {"hidden_size": 24}, r"word_embeddings.weight .* is .*11, 12\), expected"),
        ("config.json", {"num_hidden_layers": 3}, r"layer.2.attention.self.query.* is missing"),
        ("config.json", {"num_attention_heads": 5}, "a multiple of the 5 heads"),
        (
            "config.json",
            {"vocab_size": None},
            "vocab_size in config.json is None, expected a whole",
        ),
        ("config.json", {"hidden_size": True}, "hidden_size in config.json is True"),
        ("config.json", {"layer_norm_eps": "tiny"}, "layer_norm_eps in config.json is tiny"),
        ("sentence_bert_config.json", {"max_seq_length": 0}, "max_seq_length .* is 0, expected"),
        ("sentence_bert_config.json", {"max_seq_length": 2}, "reads at most 2 tokens of a text"),
    ],
)
def test_files_that_contradict_each_other_are_refused(folder, name, fields, words):
    """With the field, what was found and what was expected."""
    change(folder / name, **fields)

    with pytest.raises(UnreadableInputError, match=words):
        read_encoder(folder)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("config.json", b"{"),
        ("config.json", b"[]"),
        ("modules.json", b'{"a": 1}'),
        ("1_Pooling/config.json", b"\xff"),
        ("tokenizer.json", b"{}"),
        ("tokenizer.json", b"\xff"),
        ("model.safetensors", b"\x80\x04no pickle either"),
    ],
)
def test_damaged_files_are_refused(folder, name, data):
    """Each is named, and none is a traceback."""
    (folder / name).write_bytes(data)

    with pytest.raises(UnreadableInputError, match=f"the encoder in .*{name}"):
        read_encoder(folder)


def test_modules_that_are_not_known_are_refused(folder):
    """A layer that would be left out changes every row."""
    path = folder / "modules.json"
    path.write_text(json.dumps([*json.loads(path.read_text()), {"type": "models.Dense"}]))

    with pytest.raises(
        UsageError, match=r"has the modules Transformer, Pooling, Normalize, Dense"
    ):
        read_encoder(folder)


@pytest.mark.parametrize("path", ["..", "/etc", "a/../../b", 3])
def test_modules_stay_in_the_folder(folder, path):
    """What a file says is not trusted to lead elsewhere."""
    modules = json.loads((folder / "modules.json").read_text())
    modules[1]["path"] = path
    (folder / "modules.json").write_text(json.dumps(modules))

    with pytest.raises(UnreadableInputError, match="expected one inside the folder"):
        read_encoder(folder)


def test_a_tokenizer_of_another_vocabulary_is_refused(folder, tmp_path):
    """A token that has no row would be read from beyond the weights."""
    more = tiny(tmp_path / "more", words=(*WORDS, "elm"))
    (folder / "tokenizer.json").write_bytes((more / "tokenizer.json").read_bytes())

    with pytest.raises(UnreadableInputError, match="has the token 11, expected at most 10"):
        read_encoder(folder)


def test_weights_that_are_no_numbers_are_refused(folder):
    """They would make every row of every text one."""
    weights = load_file(folder / "model.safetensors")
    weights["embeddings.LayerNorm.bias"][0] = float("nan")
    save_file(weights, folder / "model.safetensors")

    with pytest.raises(UnreadableInputError, match=r"embeddings.LayerNorm.bias .* are not finite"):
        read_encoder(folder)
