"""Tiny cross-encoders of random weights, BERT and RoBERTa, as transformers saves folders."""

import json

import numpy as np

WORDS = (
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "river", "ash", "flows", "kept", "broke", "nobody",
    "knows", "?", "##s", "word",
)  # fmt: skip
LABELS = {"bert": ("CONTRADICTION", "Entailment", "neutral"),
          "roberta": ("contradiction", "neutral", "entailment")}  # fmt: skip
PAIRS = (
    ("The river flows", "nobody knows the river"),
    ("ash", "words kept"),
    ("the ash broke the river ?", ""),
    ("nobody knows " * 9, "the ash " * 4),
    ("\u00e9 the", "[SEP] ash"),
)
SIZES = {
    "hidden_size": 12, "num_hidden_layers": 2, "num_attention_heads": 3, "intermediate_size": 20,
    "max_position_embeddings": 24, "vocab_size": len(WORDS),
}  # fmt: skip
TOKENS_MAX = 16


def tiny_cross_encoder(folder, kind="bert", *, seed=7, labels=None):
    """Write a cross-encoder into a folder, and return the folder."""
    from safetensors.numpy import save_file
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    from evalstore.base.encoders.bert import shapes

    sizes = {**SIZES, "type_vocab_size": 2 if kind == "bert" else 1}
    width = sizes["hidden_size"]
    first, second = {
        "bert": ("bert.pooler.dense", "classifier"),
        "roberta": ("classifier.dense", "classifier.out_proj"),
    }[kind]
    every = {f"{kind}.{name}": shape for name, shape in shapes(sizes).items()} | {
        f"{first}.weight": (width, width), f"{first}.bias": (width,),
        f"{second}.weight": (3, width), f"{second}.bias": (3,),
    }  # fmt: skip
    # The numbers of this generator are promised to stay.
    draws = np.random.RandomState(seed)
    weights = {
        # Around 1 as trained norms are, so that texts differ in what comes of them.
        name: (draws.standard_normal(shape) * 0.5 + name.endswith("Norm.weight")).astype("f4")
        for name, shape in every.items()
    }
    folder.mkdir(parents=True)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    # RoBERTa's padding has the number 1.
    words = list(WORDS) if kind == "bert" else [WORDS[1], WORDS[0], *WORDS[2:]]
    ids = {word: number for number, word in enumerate(words)}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token=WORDS[1]))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = (("[SEP]", 3), ("[CLS]", 2))
    tokenizer.post_processor = (
        processors.BertProcessing(*ends)
        if kind == "bert"
        else processors.RobertaProcessing(*ends, trim_offsets=False, add_prefix_space=False)
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    named = {str(number): label for number, label in enumerate(labels or LABELS[kind])}
    for name, said in {
        "config.json": {
            "model_type": kind, "hidden_act": "gelu", "layer_norm_eps": 1e-5, "id2label": named,
            "pad_token_id": ids["[PAD]"], **sizes,
        },
        "tokenizer_config.json": {"model_max_length": TOKENS_MAX},
    }.items():  # fmt: skip
        (folder / name).write_text(json.dumps(said), encoding="utf-8")
    return folder
