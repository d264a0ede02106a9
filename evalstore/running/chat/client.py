"""
A client for OpenAI-compatible services, with retries.

No other module of systems uses a network.
"""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evalstore.base.loopback import goes_direct
from evalstore.errors import UsageError
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.running.chat.protocol import Reply, ServiceError, expect_json, refusal_of, reply_of

BODY_BYTES_MAX = 4 * 2**20
# Shorter keys are not masked, since they may be words that occur in answers.
_KEY_CHARACTERS_MIN = 8
# URL schemes for which the environment may configure a proxy.
_SCHEMES = ("http://", "https://", "all://")


@dataclass(frozen=True, slots=True)
class Limits:
    """The timeout of an answer, and the number and delays of retries."""

    timeout_s: float
    retries: int
    backoff_s: float
    wait_s_max: float


@dataclass(slots=True)
class ChatClient:
    """A client for the service at one address, based on the library ``openai``."""

    base_url: str
    key: str | None
    limits: Limits
    _library: Any = None
    _client: Any = None
    _closed: threading.Event = field(default_factory=threading.Event)
    _call: threading.local = field(default_factory=threading.local)

    def __post_init__(self) -> None:
        try:
            import openai
        except ImportError as error:
            raise UsageError(
                "a chat model needs the client library openai, which is not installed; run `pip "
                "install 'evalstore[models]'`"
            ) from error
        self._library = openai
        self._client = openai.OpenAI(
            base_url=self.base_url,
            # The library requires a key even if the service does not.
            api_key=self.key or "none",
            # Retries are counted and limited here, so that they can be reported.
            max_retries=0,
            timeout=self.limits.timeout_s,
            # Without compression, the size limit applies to the bytes received.
            default_headers={"Accept-Encoding": "identity"},
            http_client=openai.DefaultHttpxClient(
                follow_redirects=False,
                timeout=self.limits.timeout_s,
                mounts=dict.fromkeys(_SCHEMES) if goes_direct(self.base_url) else None,
                event_hooks={"response": [self._read]},
            ),
        )

    def ask(self, request: Mapping[str, object], rng: SeededRandom) -> Reply:
        """
        Return the reply to a request; raise ServiceError if the last attempt fails.

        Temporary failures are retried: too many requests, server errors, broken connections and
        timeouts.
        """
        if self._closed.is_set():
            raise ServiceError("the service was not asked: the run is being ended")
        for retry_count in range(self.limits.retries + 1):
            try:
                return self._ask_once(request, retry_count)
            except ServiceError as error:
                error.retry_count = retry_count
                is_last = retry_count == self.limits.retries
                if is_last or not error.is_transient or self._closed.is_set():
                    raise
                if self._closed.wait(self._wait_s(error, retry_count, rng)):
                    raise
        raise AssertionError

    def close(self) -> None:
        """Cancel waiting requests and close the connections."""
        self._closed.set()
        self._client.close()

    def _wait_s(self, error: ServiceError, retry_count: int, rng: SeededRandom) -> float:
        if error.wait_s is not None:
            return min(error.wait_s, self.limits.wait_s_max)
        # Add up to half of the delay at random, so that simultaneous failures are not retried
        # together.
        wait_s = self.limits.backoff_s * 2.0**retry_count * (1.0 + rng.random() / 2.0)
        return min(wait_s, self.limits.wait_s_max)

    def _ask_once(self, request: Mapping[str, object], retry_count: int) -> Reply:
        library = self._library
        started = time.monotonic()
        self._call.deadline = started + self.limits.timeout_s
        create = self._client.chat.completions.with_streaming_response.create
        try:
            with create(**request) as raw:
                body = raw.http_response.extensions["evalstore_body"]
        except library.APITimeoutError:
            raise self._too_slow() from None
        except library.APIConnectionError as error:
            cause = error.__cause__
            if isinstance(cause, ServiceError):
                raise cause from None
            raise ServiceError(
                f"the connection failed: {type(cause).__name__}: {cause}", is_transient=True
            ) from None
        except library.OpenAIError as error:
            raise ServiceError(f"the request failed: {type(error).__name__}: {error}") from None
        latency_ms = (time.monotonic() - started) * 1000.0
        return reply_of(body, latency_ms=latency_ms, retry_count=retry_count)

    def _read(self, response: Any) -> None:
        """Read a response as it arrives, up to the limits of size and time."""
        # The beginning of an error response is enough; its length does not matter.
        is_error = response.status_code >= 300  # noqa: PLR2004 - redirects and all errors
        body = bytearray()
        for part in response.iter_raw():
            body += part
            if len(body) > BODY_BYTES_MAX:
                if is_error:
                    break
                raise ServiceError(f"the service's answer is longer than {BODY_BYTES_MAX} bytes")
            if time.monotonic() > self._call.deadline:
                raise self._too_slow()
        masked_body = self._without_key(bytes(body))
        if is_error:
            raise refusal_of(response.status_code, response.headers, masked_body)
        expect_json(response.headers)
        response.extensions["evalstore_body"] = masked_body

    def _too_slow(self) -> ServiceError:
        return ServiceError(
            f"no whole answer within {self.limits.timeout_s:g} s", is_transient=True
        )

    def _without_key(self, body: bytes) -> bytes:
        if self.key is None or len(self.key) < _KEY_CHARACTERS_MIN:
            return body
        return body.replace(self.key.encode(), b"[the key]")
