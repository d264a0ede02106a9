"""Validated settings of a chat model; the key is not among them."""

import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from evalstore.base import input_file
from evalstore.errors import UsageError
from evalstore.running.chat.response_format import SETTINGS as FORMAT_SETTINGS
from evalstore.running.system_settings import Settings

CONFIDENCES = ("stated", "logprob", "vote", "none")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PROMPT_ENDINGS = {".txt", ".md"}
_SEED_MAX = 2**63 - 1


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """All settings that affect the requests to a chat model; none of them is secret."""

    base_url: str
    model: str
    key_variable: str
    system_prompt: str
    temperature: float | None
    seed: int | None
    timeout_s: float
    retries: int
    backoff_s: float
    wait_s_max: float
    concurrency: int
    price_in_usd_per_million: float | None
    price_out_usd_per_million: float | None
    confidence: str
    samples: int
    response_format: str

    def recorded(self) -> dict[str, object]:
        """Return the settings for ``run_started``, without those that are not set."""
        return {name: value for name, value in asdict(self).items() if value is not None}


def settings_of(system_id: str, values: Mapping[str, object]) -> ChatSettings:
    """Return the settings; raise UsageError for an invalid, missing or unknown one."""
    settings = Settings(system_id, "chat_model", values, tuple(ChatSettings.__annotations__))
    confidence = settings.choice("confidence", CONFIDENCES, "stated")
    if settings.has("samples") and confidence != "vote":
        raise settings.wrong("samples", 'none, or confidence = "vote" beside it')
    temperature = settings.number_or_none("temperature", 0.0, 2.0)
    if confidence == "vote" and temperature == 0:
        raise settings.wrong("temperature", "more than 0, or every vote is the same")
    return ChatSettings(
        base_url=_base_url(settings),
        model=settings.text("model"),
        key_variable=_key_variable(settings),
        system_prompt=settings.text("system_prompt", "package"),
        temperature=temperature,
        seed=settings.whole("seed", 0, -_SEED_MAX, _SEED_MAX) if settings.has("seed") else None,
        timeout_s=settings.number("timeout_s", 60.0, 0.001, 86_400.0),
        retries=settings.whole("retries", 4, 0, 100),
        backoff_s=settings.number("backoff_s", 1.0, 0.0, 3600.0),
        wait_s_max=settings.number("wait_s_max", 60.0, 0.0, 3600.0),
        concurrency=settings.whole("concurrency", 4, 1, 256),
        price_in_usd_per_million=settings.number_or_none("price_in_usd_per_million"),
        price_out_usd_per_million=settings.number_or_none("price_out_usd_per_million"),
        confidence=confidence,
        samples=settings.whole("samples", 5, 2, 100) if confidence == "vote" else 1,
        response_format=settings.choice("response_format", FORMAT_SETTINGS, FORMAT_SETTINGS[0]),
    )


def key_of(system_id: str, settings: ChatSettings) -> str | None:
    """
    Return the key from the environment; None if the service requires none.

    Raises UsageError if the variable is not set, or its value cannot be sent as a key.
    """
    if settings.key_variable == "":
        return None
    key = os.environ.get(settings.key_variable, "").strip()
    if not key:
        raise UsageError(
            f"system {system_id!r} (chat_model): the environment variable "
            f"{settings.key_variable} is not set; put the key there, or set key_variable to "
            'another name, or to "" where the service wants no key'
        )
    if not key.isascii() or not key.isprintable():
        raise UsageError(
            f"system {system_id!r} (chat_model): what stands in {settings.key_variable} cannot "
            "be sent as a key; expected printable ASCII characters"
        )
    return key


def _base_url(fields: Settings) -> str:
    base_url = fields.text("base_url")
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
            f"{fields.place}: base_url has to end with its path and to hold no user, password or "
            "query; a key belongs into the environment, its variable's name into key_variable"
        )
    if not is_address:
        raise fields.wrong("base_url", "an address such as http://localhost:8000/v1")
    return base_url


def _key_variable(fields: Settings) -> str:
    variable = fields.text("key_variable", "OPENAI_API_KEY")
    # An invalid name may be the key itself, so it is not shown.
    if variable and not _VARIABLE.fullmatch(variable):
        raise UsageError(
            f"{fields.place}: key_variable is no name of an environment variable; the key itself "
            "belongs into the environment, only its variable's name here"
        )
    return variable


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
