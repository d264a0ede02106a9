"""
Requests to one host; no other module of deliveries uses the network.

All clients send through it, so that the same rules apply to them: only the configured host, no
redirects, no proxy to this machine, limits on the time and size of each answer, and errors
without secrets.
"""

import io
import json
import logging
import threading
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import requests
from urllib3.exceptions import HTTPError, ReadTimeoutError

from evalstore.base.loopback import is_loopback
from evalstore.base.version import __version__
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.delivery import rate_limits
from evalstore.reviews.delivery.clock import Clock
from evalstore.reviews.delivery.delivery_error import DeliveryError
from evalstore.reviews.delivery.redacting import redacted

BODY_BYTES_MAX: Final = 8 * 2**20
MESSAGE_LENGTH: Final = 300
REDIRECTS: Final = range(300, 400)
PORTS: Final = {"http": 80, "https": 443}


class Session(requests.Session):
    """
    A session of one destination; raises DeliveryError for any answer that is not a success.

    ``secrets`` are redacted from errors; with ``is_path_secret`` the path is left out too.
    ``hints`` maps a status to advice for the user.
    """

    def __init__(
        self,
        base_url: str,
        timeout_s: float,
        clock: Clock,
        *,
        secrets: tuple[str, ...] = (),
        is_path_secret: bool = False,
        hints: Mapping[int, str] | None = None,
    ) -> None:
        super().__init__()
        self._origin = _origin(base_url)
        self._timeout_s = timeout_s
        self._clock = clock
        self._secrets = secrets
        self._is_path_secret = is_path_secret
        self._hints = hints or {}
        # Without it, a .netrc file would replace the token.
        self.auth = _unchanged
        self.headers["User-Agent"] = f"evalstore/{__version__}"
        # Without compression, the bytes counted are the bytes received.
        self.headers["Accept-Encoding"] = "identity"

    def get_redirect_target(self, resp: requests.Response) -> str | None:
        """Return None, so that redirects are not followed; see ``send``."""
        del resp
        return None

    def send(self, request: requests.PreparedRequest, **options: Any) -> requests.Response:
        """Send one request and read its answer; raises DeliveryError unless it is a success."""
        url = request.url or ""
        if _origin(url) != self._origin:
            raise DeliveryError(
                f"the host is {_host(url)}, expected {self._origin[1]} as configured"
            )
        options |= {"timeout": self._timeout_s, "stream": True, "allow_redirects": False}
        if is_loopback(self._origin[1]):
            options["proxies"] = {}
        deadline = self._clock.monotonic() + self._timeout_s
        SENDING.is_quiet = True
        try:
            response = super().send(request, **options)
            body = self._read(response, deadline)
        except (requests.Timeout, ReadTimeoutError):
            raise self._too_slow() from None
        except (requests.RequestException, HTTPError, OSError) as error:
            # The error's own text contains the address.
            raise DeliveryError(
                f"{self._origin[1]} cannot be reached: {_cause(error)}", is_transient=True
            ) from None
        finally:
            SENDING.is_quiet = False
        response.raw = io.BytesIO(body)
        if not response.ok or response.status_code in REDIRECTS:
            raise self._refusal(request, response, body)
        return response

    def _read(self, response: requests.Response, deadline: float) -> bytes:
        body = bytearray()
        with response:
            while part := response.raw.read1(65_536):
                body += part
                if len(body) > BODY_BYTES_MAX:
                    raise DeliveryError(
                        f"{self._origin[1]}: the answer is longer than {BODY_BYTES_MAX} bytes"
                    )
                if self._clock.monotonic() > deadline:
                    raise self._too_slow()
        return bytes(body)

    def _too_slow(self) -> DeliveryError:
        return DeliveryError(
            f"{self._origin[1]} did not answer completely within {self._timeout_s:g} s",
            is_transient=True,
        )

    def _refusal(
        self, request: requests.PreparedRequest, response: requests.Response, body: bytes
    ) -> DeliveryError:
        status = response.status_code
        reply, parsed = _said(body)
        path = "" if self._is_path_secret else f" {urlsplit(request.url or '').path}"
        text = f"{self._origin[1]} answered {status} to {request.method}{path}"
        if status in REDIRECTS:
            target = _host(response.headers.get("Location", ""))
            return DeliveryError(
                f"{text}: it redirects to {target}, and redirects are not followed"
            )
        is_transient = rate_limits.is_transient(status, response.headers, reply)
        if reply:
            text = f"{text}: {one_line(redacted(reply, self._secrets), MESSAGE_LENGTH)}"
        if not is_transient and status in self._hints:
            text = f"{text}; {self._hints[status]}"
        wait_s = rate_limits.wait_s(response.headers, parsed, reply, self._clock.epoch())
        return DeliveryError(text, is_transient=is_transient, wait_s=wait_s)


def _said(body: bytes) -> tuple[str, object]:
    """Return the message in an answer, and the parsed answer, None if it is not JSON."""
    text = body.decode("utf-8", "replace")
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        # HTML, such as a proxy's page, has no useful message in its first line.
        return ("" if text.lstrip().startswith("<") else text), None
    if isinstance(parsed, dict):
        reply = parsed.get("message") or parsed.get("error") or ""
        return (reply if isinstance(reply, str) else json.dumps(reply)), parsed
    return "", parsed


def _origin(url: str) -> tuple[str, str, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or PORTS.get(parts.scheme)


def _host(url: str) -> str:
    try:
        return one_line(urlsplit(url).hostname or "the same host", 100)
    except ValueError:
        return "an invalid address"


def _cause(error: BaseException) -> str:
    """Return the class name of the root cause; the libraries' messages contain the address."""
    while True:
        inner = getattr(error, "reason", None) or next(iter(error.args), None)
        if not isinstance(inner, BaseException):
            return type(error).__name__
        error = inner


def _unchanged(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


def _is_shown(record: logging.LogRecord) -> bool:
    del record
    return not getattr(SENDING, "is_quiet", False)


# Filters the log of urllib3, which contains addresses, some of them secret webhooks. Only the
# thread that is sending is quiet.
SENDING: Final = threading.local()
logging.getLogger("urllib3.connectionpool").addFilter(_is_shown)
