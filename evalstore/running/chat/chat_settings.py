"""Validated settings of a chat model; the key is not among them."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from evalstore.base import input_file
from evalstore.base.settings import (
    choice,
    number,
    parsed,
    system_place,
    text,
    variable,
    whole,
    wrong,
)
from evalstore.errors import UsageError
from evalstore.running.chat.response_format import SETTINGS as FORMAT_SETTINGS

CONFIDENCES = ("stated", "logprob", "vote", "none")
VOTES_DEFAULT = 5
_PROMPT_ENDINGS = {".txt", ".md"}
_SEED_MAX = 2**63 - 1


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """All settings that affect the requests to a chat model; none of them is secret."""

    base_url: str = text()
    model: str = text()
    key_variable: str = variable("OPENAI_API_KEY", may_be_empty=True)
    system_prompt: str = text("package", may_be_empty=True)
    temperature: float | None = number(None, 0.0, 2.0)
    seed: int | None = whole(None, -_SEED_MAX, _SEED_MAX)
    timeout_s: float = number(60.0, 0.001, 86_400.0)
    retries: int = whole(4, 0, 100)
    backoff_s: float = number(1.0, 0.0, 3600.0)
    wait_s_max: float = number(60.0, 0.0, 3600.0)
    concurrency: int = whole(4, 1, 256)
    price_in_usd_per_million: float | None = number(None, 0.0)
    price_out_usd_per_million: float | None = number(None, 0.0)
    confidence: str = choice(CONFIDENCES)
    samples: int = whole(1, 2, 100)
    response_format: str = choice(FORMAT_SETTINGS)

    def recorded(self) -> dict[str, object]:
        """Return the settings for ``run_started``, without those that are not set."""
        return {name: value for name, value in asdict(self).items() if value is not None}


def settings_of(system_id: str, values: Mapping[str, object]) -> ChatSettings:
    """Return the settings; raise UsageError for an invalid, missing or unknown one."""
    place = system_place(system_id, "chat_model")
    if values.get("confidence") == "vote":
        values = {"samples": VOTES_DEFAULT, **values}
    settings = parsed(ChatSettings, values, place)
    if "samples" in values and settings.confidence != "vote":
        raise wrong(values, "samples", place, 'none unless confidence = "vote"')
    if settings.confidence == "vote" and settings.temperature == 0:
        raise wrong(values, "temperature", place, "more than 0, since all votes are the same at 0")
    _require_address(settings.base_url, values, place)
    return settings


def key_of(system_id: str, settings: ChatSettings) -> str | None:
    """
    Return the key from the environment; None if the service requires none.

    Raises UsageError if the variable is not set, or its value cannot be sent as a key.
    """
    if settings.key_variable == "":
        return None
    place = system_place(system_id, "chat_model")
    key = os.environ.get(settings.key_variable, "").strip()
    if not key:
        raise UsageError(
            f"{place}: the environment variable "
            f"{settings.key_variable} is not set; set it to the key, or set key_variable to "
            'another name, or to "" if the service needs no key'
        )
    if not key.isascii() or not key.isprintable():
        raise UsageError(
            f"{place}: the value of {settings.key_variable} cannot be sent as a key; "
            "expected printable ASCII characters"
        )
    return key


def _require_address(base_url: str, values: Mapping[str, object], place: str) -> None:
    try:
        parts = urlsplit(base_url)
        is_address = parts.scheme in {"http", "https"} and bool(parts.hostname)
        is_bare = not (parts.username or parts.password or parts.query or parts.fragment)
        is_address = is_address and parts.port != 0
    except ValueError:
        is_address = is_bare = False
    # An address that contains a password must not be shown.
    if is_address and not is_bare:
        raise UsageError(
            f"{place}: `base_url` has a user, password, query or fragment, expected an address "
            "that ends with its path; put a key in the environment and the name of its variable "
            "in key_variable"
        )
    if not is_address:
        raise wrong(values, "base_url", place, "an address such as http://localhost:8000/v1")


def system_prompt_of(settings: ChatSettings) -> str | None:
    """
    Return the system prompt: None for the package's, "" for none, a file's text, or the text
    itself.

    A single line with the extension of a prompt file must name an existing file.
    """
    chosen = settings.system_prompt
    if chosen == "package":
        return None
    if chosen == "none":
        return ""
    path = Path(chosen)
    if "\n" in chosen or path.suffix.lower() not in _PROMPT_ENDINGS:
        return chosen
    try:
        return input_file.read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"system_prompt is {chosen!r}, which is not readable: {error}; expected 'package', "
            "'none', the path of a .txt or .md file, or the prompt itself"
        ) from error
