"""A tiny BERT of random weights, in a folder as sentence-transformers writes one."""

import json

WORDS = (
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "the",
    "river",
    "ash",
    "flows",
    "kept",
    "broke",
    "[MASK]",
)
SIZES = {
    "hidden_size": 12,
    "num_hidden_layers": 2,
    "num_attention_heads": 3,
    "intermediate_size": 20,
    "max_position_embeddings": 16,
    "type_vocab_size": 2,
    "vocab_size": len(WORDS),
}


def tiny(folder, *, seed=0, pooling="mean", is_normalised=True, tokens_max=8, words=WORDS):
    """Write an encoder into a folder, and return the folder."""
    import torch
    from safetensors.torch import save_file
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    from evalstore.base.encoders.bert import shapes

    sizes = {**SIZES, "vocab_size": len(words)}
    draws = torch.Generator().manual_seed(seed)
    weights = {
        name: torch.randn(shape, generator=draws) * 0.3 for name, shape in shapes(sizes).items()
    }
    (folder / "1_Pooling").mkdir(parents=True)
    save_file(weights, folder / "model.safetensors")
    ids = {word: place for place, word in enumerate(words)}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.save(str(folder / "tokenizer.json"))
    kinds = ["Transformer", "Pooling", "Normalize"][: 3 if is_normalised else 2]
    modules = [
        {
            "idx": place,
            "name": str(place),
            "path": path,
            "type": f"sentence_transformers.models.{kind}",
        }
        for place, (kind, path) in enumerate(
            zip(kinds, ["", "1_Pooling", "2_Normalize"], strict=False)
        )
    ]
    flags = {f"pooling_mode_{name}": False for name in ("max_tokens", "cls_token", "mean_tokens")}
    flags["pooling_mode_cls_token" if pooling == "cls" else "pooling_mode_mean_tokens"] = True
    for name, said in {
        "config.json": {"model_type": "bert", "hidden_act": "gelu", **sizes},
        "modules.json": modules,
        "1_Pooling/config.json": {"word_embedding_dimension": 12, **flags},
        "sentence_bert_config.json": {"max_seq_length": tokens_max, "do_lower_case": False},
    }.items():
        (folder / name).write_text(json.dumps(said), encoding="utf-8")
    return folder


def change(path, **fields):
    """Change fields of a JSON file; those that are None are taken out."""
    said = {**json.loads(path.read_text()), **fields}
    path.write_text(json.dumps({name: value for name, value in said.items() if value is not None}))
