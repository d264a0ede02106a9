"""Hosts of this machine, which no request reaches through a proxy."""

import ipaddress
import re
import socket
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit
from urllib.request import getproxies

# In the form of ``no_proxy``; a name includes the names below it.
EXCLUDED: Final = "localhost,127.0.0.0/8,::1"
_STORAGE_VARIABLE: Final = re.compile(r"(?i)(?:AWS|AZURE|AZURITE|GOOGLE)_")
_EMULATOR: Final = "AZURE_STORAGE_USE_EMULATOR"


def is_loopback(host: str | None) -> bool:
    """
    Return True for an address of the loopback network, `localhost` and the names below it.

    >>> is_loopback("127.8.0.1"), is_loopback("::1"), is_loopback("api.localhost")
    (True, True, True)
    >>> is_loopback("localhost.example"), is_loopback("128.0.0.1"), is_loopback(None)
    (False, False, False)
    """
    name = (host or "").strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        # Resolvers also accept short forms, such as 127.1.
        try:
            address = ipaddress.IPv4Address(socket.inet_aton(name))
        except (OSError, ValueError):
            return False
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address
    return address.is_loopback


def goes_direct(url: str) -> bool:
    """
    Return True if requests to this address must bypass any proxy.

    >>> goes_direct("http://127.0.0.1:8000/v1"), goes_direct("https://example.org")
    (True, False)
    """
    try:
        return is_loopback(urlsplit(url).hostname)
    except ValueError:
        return False


def storage_options(environment: Mapping[str, str]) -> dict[str, str]:
    """
    Return the options that let a client of object storage reach this machine without a proxy.

    They are empty if no variable of the environment names a service of this machine. Otherwise
    the client uses one proxy for all schemes.

    >>> storage_options({"AWS_ENDPOINT_URL": "https://s3.example.org"})
    {}
    """
    named = (value for name, value in environment.items() if _STORAGE_VARIABLE.match(name))
    if _EMULATOR not in environment and not any(map(goes_direct, named)):
        return {}
    proxies = getproxies()
    options = {"proxy_excludes": ",".join(filter(None, (EXCLUDED, proxies.get("no"))))}
    proxy = proxies.get("https") or proxies.get("http") or proxies.get("all")
    return options | ({"proxy_url": proxy} if proxy else {})
