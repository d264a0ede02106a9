"""Addresses to which requests may be sent."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from evalstore.base.loopback import is_loopback
from evalstore.reviews.delivery.delivery_error import NotConfiguredError


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
            f"{variable} holds no address to send to; expected https://, a host and a path, "
            "without user or password"
        )
    return url
