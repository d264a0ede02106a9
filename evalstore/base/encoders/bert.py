"""
BERT (Devlin et al. 2019, arXiv 1810.04805), with the sizes that a configuration gives.

The names of the weights are those of Hugging Face.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import torch
from safetensors import SafetensorError
from safetensors.torch import load as tensors_from

from evalstore.base.encoders.folder import CONFIGURATION, SUPPORTED, WEIGHTS
from evalstore.errors import UnreadableInputError, UsageError

# The largest sizes that are accepted: a larger one means a damaged file. BERT large has 24 layers
# and a width of 1,024.
_SIZES = {
    "hidden_size": 1 << 14,
    "num_hidden_layers": 1_000,
    "num_attention_heads": 1 << 10,
    "intermediate_size": 1 << 16,
    "max_position_embeddings": 1 << 20,
    "type_vocab_size": 1 << 10,
    "vocab_size": 1 << 24,
}
_ACTIVATIONS: Mapping[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "gelu": torch.nn.functional.gelu,
    "gelu_new": lambda values: torch.nn.functional.gelu(values, approximate="tanh"),
    "relu": torch.nn.functional.relu,
}
_EPSILON_DEFAULT = 1e-12


@dataclass(frozen=True, slots=True)
class Bert:
    """A BERT network: its sizes, and its weights by name, float32."""

    sizes: Mapping[str, int]
    weights: Mapping[str, torch.Tensor]
    activation: Callable[[torch.Tensor], torch.Tensor]
    epsilon: float

    def hidden(
        self,
        tokens: torch.Tensor,
        mask: torch.Tensor,
        types: torch.Tensor | None = None,
        positions: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """
        Return the last layer: float32 [texts, tokens, hidden_size].

        ``tokens`` are int64 [texts, tokens] below vocab_size; ``mask``, of that shape, is 0
        at padding. ``types``, of that shape, is the number of the text of a pair that
        a token belongs to, ``positions`` its position; by default 0, and counted from 0.
        """
        weights = self.weights
        place = slice(tokens.shape[1]) if positions is None else positions
        hidden = weights["embeddings.word_embeddings.weight"][tokens]
        hidden = hidden + weights["embeddings.position_embeddings.weight"][place]
        kind = 0 if types is None else types
        hidden = hidden + weights["embeddings.token_type_embeddings.weight"][kind]
        hidden = self._norm(hidden, "embeddings")
        for number in range(self.sizes["num_hidden_layers"]):
            layer = f"encoder.layer.{number}"
            mixed = self._linear(self._attention(hidden, mask, layer), f"{layer}.attention.output")
            hidden = self._norm(hidden + mixed, f"{layer}.attention.output")
            wide = self.activation(self._linear(hidden, f"{layer}.intermediate"))
            hidden = self._norm(hidden + self._linear(wide, f"{layer}.output"), f"{layer}.output")
        return hidden

    def _attention(self, hidden: torch.Tensor, mask: torch.Tensor, layer: str) -> torch.Tensor:
        text_count, token_count, width = hidden.shape
        head_count = self.sizes["num_attention_heads"]
        query, key, value = (
            self._linear(hidden, f"{layer}.attention.self", name)
            .view(text_count, token_count, head_count, width // head_count)
            .transpose(1, 2)
            for name in ("query", "key", "value")
        )
        attended = torch.nn.functional.scaled_dot_product_attention(
            query, key, value, attn_mask=mask[:, None, None, :].bool()
        )
        return attended.transpose(1, 2).reshape(text_count, token_count, width)

    def _linear(self, values: torch.Tensor, place: str, name: str = "dense") -> torch.Tensor:
        weight, bias = (self.weights[f"{place}.{name}.{part}"] for part in ("weight", "bias"))
        return torch.nn.functional.linear(values, weight, bias)

    def _norm(self, values: torch.Tensor, place: str) -> torch.Tensor:
        weight, bias = (self.weights[f"{place}.LayerNorm.{part}"] for part in ("weight", "bias"))
        return torch.nn.functional.layer_norm(
            values, (self.sizes["hidden_size"],), weight, bias, self.epsilon
        )


class ModelFolder(Protocol):
    """A folder with a configuration and weights; ``place`` names it in errors."""

    @property
    def place(self) -> str:
        """Return the name of the folder in error messages."""

    @property
    def configuration(self) -> Mapping[str, Any]:
        """Return the content of config.json."""

    @property
    def weights(self) -> bytes:
        """Return the bytes of model.safetensors."""


def bert_of(
    folder: ModelFolder, model_types: Sequence[str] = ("bert",), supports: str = SUPPORTED
) -> Bert:
    """
    Return the network of a folder whose ``model_type`` is one of ``model_types``.

    Raises UsageError if the configuration is not supported (``supports``, in the message, lists
    the supported ones), UnreadableInputError if the weights do not match the configuration.
    """
    configuration = folder.configuration
    supported = {
        "model_type": tuple(model_types),
        "hidden_act": tuple(_ACTIVATIONS),
        "position_embedding_type": ("absolute",),
        "is_decoder": (False,),
    }
    default = {"hidden_act": "gelu", "position_embedding_type": "absolute", "is_decoder": False}
    for name, allowed in supported.items():
        value = configuration.get(name, default.get(name))
        if value not in allowed:
            raise UsageError(
                f"{folder.place}: {name} is {str(value)[:50]!r}, expected "
                f"{' or '.join(map(str, allowed))}; supported: {supports}"
            )
    sizes = {name: _size(folder, name, highest) for name, highest in _SIZES.items()}
    if sizes["hidden_size"] % sizes["num_attention_heads"]:
        raise UnreadableInputError(
            f"{folder.place}: hidden_size in {CONFIGURATION} is {sizes['hidden_size']}, expected "
            f"a multiple of the {sizes['num_attention_heads']} heads"
        )
    epsilon = configuration.get("layer_norm_eps", _EPSILON_DEFAULT)
    if isinstance(epsilon, bool) or not isinstance(epsilon, int | float) or not 0 < epsilon < 1:
        raise UnreadableInputError(
            f"{folder.place}: layer_norm_eps in {CONFIGURATION} is {str(epsilon)[:50]}, expected "
            "a number between 0 and 1"
        )
    activation = _ACTIVATIONS[configuration.get("hidden_act", "gelu")]
    prefix = f"{configuration['model_type']}."
    weights = tensors_of(folder)
    kept = {
        name: tensor_of(folder, weights, (name, prefix + name), shape)
        for name, shape in shapes(sizes).items()
    }
    return Bert(sizes, kept, activation, float(epsilon))


def shapes(sizes: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """Return the shape of each weight, by name."""
    width, between = sizes["hidden_size"], sizes["intermediate_size"]
    by_name: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (sizes["vocab_size"], width),
        "embeddings.position_embeddings.weight": (sizes["max_position_embeddings"], width),
        "embeddings.token_type_embeddings.weight": (sizes["type_vocab_size"], width),
    }
    matrices: dict[str, tuple[int, int]] = {}
    norms = ["embeddings"]
    for number in range(sizes["num_hidden_layers"]):
        layer = f"encoder.layer.{number}"
        for name in ("query", "key", "value"):
            matrices[f"{layer}.attention.self.{name}"] = (width, width)
        matrices[f"{layer}.attention.output.dense"] = (width, width)
        matrices[f"{layer}.intermediate.dense"] = (between, width)
        matrices[f"{layer}.output.dense"] = (width, between)
        norms += [f"{layer}.attention.output", f"{layer}.output"]
    for name, shape in matrices.items():
        by_name |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    for name in norms:
        by_name |= {f"{name}.LayerNorm.{part}": (width,) for part in ("weight", "bias")}
    return by_name


def _size(folder: ModelFolder, name: str, highest: int) -> int:
    value: Any = folder.configuration.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= highest:
        raise UnreadableInputError(
            f"{folder.place}: {name} in {CONFIGURATION} is {str(value)[:50]}, expected a whole "
            f"number from 1 to {highest:,}"
        )
    return value


def tensors_of(folder: ModelFolder) -> dict[str, torch.Tensor]:
    """Return the weights of a folder by name; raise UnreadableInputError if they are damaged."""
    try:
        return tensors_from(folder.weights)
    except (SafetensorError, ValueError) as error:
        raise UnreadableInputError(f"{folder.place}: {WEIGHTS} is unreadable: {error}") from error


def tensor_of(
    folder: ModelFolder,
    tensors: Mapping[str, torch.Tensor],
    names: Sequence[str],
    shape: tuple[int, ...],
) -> torch.Tensor:
    """
    Return the tensor under the first of ``names`` that exists, as float32.

    Raises UnreadableInputError if it is missing, has another shape or is not finite.
    """
    tensor = next((tensors[name] for name in names if name in tensors), None)
    if tensor is None or tuple(tensor.shape) != shape or not tensor.is_floating_point():
        actual = "missing" if tensor is None else f"{tensor.dtype} {tuple(tensor.shape)}"
        raise UnreadableInputError(
            f"{folder.place}: {names[0]} in {WEIGHTS} is {actual}, expected numbers of shape "
            f"{shape} as in {CONFIGURATION}"
        )
    kept = tensor.to(torch.float32)
    if not torch.isfinite(kept).all():
        raise UnreadableInputError(
            f"{folder.place}: {names[0]} in {WEIGHTS} has numbers that are not finite"
        )
    return kept
