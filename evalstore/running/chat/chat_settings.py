"""Settings of a chat model, validated; the key is not one of them."""

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
    """Everything that decides what a chat model is asked, and how; all of it may be recorded."""

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
        """Return what goes into ``run_started``, without what is not set."""
        return {name: value for name, value in asdict(self).items() if value is not None}


def settings_of(system_id: str, values: Mapping[str, object]) -> ChatSettings:
    """Return the settings; raise UsageError for one that is wrong, missing or unknown."""
    given = Settings(system_id, "chat_model", values, tuple(ChatSettings.__annotations__))
    confidence = given.choice("confidence", CONFIDENCES, "stated")
    if given.has("samples") and confidence != "vote":
        raise given.wrong("samples", 'none, or confidence = "vote" beside it')
    temperature = given.number_or_none("temperature", 0.0, 2.0)
    if confidence == "vote" and temperature == 0:
        raise given.wrong("temperature", "more than 0, or every vote is the same")
    return ChatSettings(
        base_url=_base_url(given),
        model=given.text("model"),
        key_variable=_key_variable(given),
        system_prompt=given.text("system_prompt", "package"),
        temperature=temperature,
        seed=given.whole("seed", 0, -_SEED_MAX, _SEED_MAX) if given.has("seed") else None,
        timeout_s=given.number("timeout_s", 60.0, 0.001, 86_400.0),
        retries=given.whole("retries", 4, 0, 100),
        backoff_s=given.number("backoff_s", 1.0, 0.0, 3600.0),
        wait_s_max=given.number("wait_s_max", 60.0, 0.0, 3600.0),
        concurrency=given.whole("concurrency", 4, 1, 256),
        price_in_usd_per_million=given.number_or_none("price_in_usd_per_million"),
        price_out_usd_per_million=given.number_or_none("price_out_usd_per_million"),
        confidence=confidence,
        samples=given.whole("samples", 5, 2, 100) if confidence == "vote" else 1,
        response_format=given.choice("response_format", FORMAT_SETTINGS, FORMAT_SETTINGS[0]),
    )


def key_of(system_id: str, settings: ChatSettings) -> str | None:
    """Return the key out of the environment; None where the service wants none."""
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


def _base_url(given: Settings) -> str:
    base_url = given.text("base_url")
    try:
        parts = urlsplit(base_url)
        is_address = parts.scheme in {"http", "https"} and bool(parts.hostname)
        is_bare = not (parts.username or parts.password or parts.query or parts.fragment)
        is_address = is_address and parts.port != 0
    except ValueError:
        is_address = is_bare = False
    # An address that holds a password must not be shown.
    if is_address and not is_bare:
        raise UsageError(
            f"{given.place}: base_url has to end with its path and to hold no user, password or "
            "query; a key belongs into the environment, its variable's name into key_variable"
        )
    if not is_address:
        raise given.wrong("base_url", "an address such as http://localhost:8000/v1")
    return base_url


def _key_variable(given: Settings) -> str:
    variable = given.text("key_variable", "OPENAI_API_KEY")
    # What is no name may be the key itself, so it is not shown.
    if variable and not _VARIABLE.fullmatch(variable):
        raise UsageError(
            f"{given.place}: key_variable is no name of an environment variable; the key itself "
            "belongs into the environment, only its variable's name here"
        )
    return variable


def system_prompt_of(settings: ChatSettings) -> str | None:
    """
    Return the system prompt: None for the package's, else none (""), that of a file, or a text.

    A text of one line that ends like a file's name has to be a file.
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
