"""A session that records requests instead of sending them."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import requests

from evalstore.reviews.delivery.redacting import redacted

# The headers that evalstore itself sets.
SHOWN_HEADERS: Final = ("webhook-id", "webhook-timestamp", "webhook-signature")


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """One request as it would have been sent, without secrets."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: object


def _shown(headers: Mapping[str, str | bytes]) -> dict[str, str]:
    """Return the headers of a signed request without the signature, which could be reused."""
    shown = {name: str(headers[name]) for name in SHOWN_HEADERS if name in headers}
    return shown | {name: "v1,[signature]" for name in shown if name == "webhook-signature"}


class Rehearsal(requests.Session):
    """
    A session that answers each request itself, with empty lists, so that every item is new.

    ``shown_url`` replaces a secret URL; ``replies`` maps the last part of a path to its answer.
    """

    def __init__(
        self,
        rehearsed: list[Rehearsed],
        *,
        secrets: tuple[str, ...] = (),
        shown_url: str = "",
        replies: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__()
        self.auth = lambda request: request
        self._rehearsed = rehearsed
        self._secrets = secrets
        self._shown_url = shown_url
        self._replies = replies or {}

    def send(self, request: requests.PreparedRequest, **options: Any) -> requests.Response:
        """Record the request, and answer like a service without any items."""
        del options
        body = request.body
        parsed = json.loads(body) if isinstance(body, str | bytes) and body else None
        # PyGithub adds the default port of https.
        url = (request.url or "").replace(":443/", "/", 1)
        self._rehearsed.append(
            Rehearsed(
                request.method or "",
                self._shown_url or redacted(url, self._secrets),
                _shown(request.headers),
                redacted(parsed, self._secrets),
            )
        )
        default: object = [] if request.method == "GET" else {}
        reply = self._replies.get(request.path_url.partition("?")[0].rpartition("/")[2], default)
        response = requests.Response()
        response.status_code = 200
        response.headers["Content-Type"] = "application/json"
        response.raw = io.BytesIO(json.dumps(reply).encode())
        response.request = request
        response.url = url
        return response
