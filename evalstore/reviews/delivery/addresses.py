"""Addresses to which requests may be sent."""

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from evalstore.base.loopback import is_loopback
from evalstore.base.settings import setting, text
from evalstore.reviews.delivery.delivery_error import NotConfiguredError

HOST: Final = re.compile(r"[A-Za-z0-9.-]+(?::[0-9]{1,5})?|\[[0-9a-fA-F:]+\](?::[0-9]{1,5})?")
NO_ADDRESS: Final = (
    "is not a valid address; expected https://, a host and a path, without user or password"
)


def address() -> Any:
    """Declare the setting of an address; an invalid one may contain a password."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not is_address(value):
            raise ValueError
        return value.rstrip("/")

    return setting(read, "an address", "", secret=NO_ADDRESS)


def host() -> Any:
    """Declare the setting of a host, with a port or without."""
    return text("", "a host such as chat.example.com", is_valid=_is_host)


def is_address(url: str, *, allow_http: bool = False) -> bool:
    """
    Return True if requests may be sent to a URL: https, or http to this machine.

    ``allow_http`` also accepts http to other hosts. A URL with a user, password or fragment is
    refused.

    >>> is_address("https://a.example/x"), is_address("http://a.example/x")
    (True, False)
    """
    try:
        parts = urlsplit(url)
        is_plain = parts.port != 0 and not (parts.username or parts.password or parts.fragment)
    except ValueError:
        return False
    schemes = {"https", "http"} if allow_http or is_loopback(parts.hostname) else {"https"}
    return is_plain and bool(parts.hostname) and parts.scheme in schemes


def address_in(environment: Mapping[str, str], variable: str) -> str:
    """
    Return the URL in an environment variable of the CI job, empty if it is not set.

    Raises NotConfiguredError if ``is_address`` refuses the URL, because a token would be sent
    there. The message does not contain the URL.
    """
    url = environment.get(variable, "")
    if url and not is_address(url):
        raise NotConfiguredError(
            f"{variable} is not a valid address; expected https://, a host and a path, without "
            "user or password"
        )
    return url


def _is_host(host: str) -> bool:
    return bool(HOST.fullmatch(host)) and is_address(f"https://{host}")
