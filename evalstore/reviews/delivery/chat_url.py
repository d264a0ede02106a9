"""The URL of an incoming webhook, which is a secret and contains its own host."""

from urllib.parse import urlsplit

from evalstore.base.loopback import is_loopback
from evalstore.reviews.delivery.delivery_error import NotConfiguredError
from evalstore.reviews.delivery.transport import Transport


def chat_url(transport: Transport, variable: str, hosts: tuple[str, ...]) -> str:
    """
    Return the URL in an environment variable.

    Its host, with its port if it has one, must be among ``hosts``. A rehearsal without the
    variable uses the first of them. Raises NotConfiguredError, whose message does not contain the
    URL.
    """
    url = transport.secret(variable, f"https://{hosts[0]}/")
    try:
        parts = urlsplit(url)
        is_bare = not (parts.username or parts.password or parts.fragment)
        is_known = parts.netloc in hosts
    except ValueError:
        is_bare = is_known = False
    is_local = is_known and is_loopback(parts.hostname)
    if not is_known or not is_bare or not (parts.scheme == "https" or is_local):
        raise NotConfiguredError(
            f"{variable} is not a valid address; expected https:// and one of the hosts "
            f"{', '.join(hosts)}, or set `host` to allow another"
        )
    return url
