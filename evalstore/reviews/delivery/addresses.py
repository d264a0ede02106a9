"""Addresses that requests may go to."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from evalstore.base.loopback import is_loopback
from evalstore.reviews.delivery.delivery_error import NotConfiguredError


def is_address(url: str, *, allow_http: bool = False) -> bool:
    """
    Say whether an address can be sent to: https, or http to this machine.

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
    Return the address in a variable of the CI job, empty where it is not set.

    Raises NotConfiguredError, which does not show it, for what the configuration may not name
    either: a token would go there.
    """
    url = environment.get(variable, "")
    if url and not is_address(url):
        raise NotConfiguredError(
            f"{variable} holds no address to send to; expected https://, a host and a path, "
            "without user or password"
        )
    return url
