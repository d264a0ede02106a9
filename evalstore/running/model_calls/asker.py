"""Requests to a chat model for verdicts; each distinct question is sent once."""

import threading
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from evalstore.errors import UsageError
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.running.chat.chat_settings import ChatSettings, key_of
from evalstore.running.chat.client import ChatClient, Limits
from evalstore.running.chat.protocol import Reply, ServiceError
from evalstore.running.chat.refusal_limit import RefusalLimit
from evalstore.running.chat.response_format import ResponseFormat
from evalstore.running.model_calls.fencing import Message, request_sha256
from evalstore.running.model_calls.spending import TOKENS_OUT_GUESS, Spending


@dataclass(frozen=True, slots=True)
class JudgeReply:
    """
    A judge's reply, by the hash of its question.

    ``is_reused`` is True if the reply was known, so that nothing was paid now. ``model`` is the
    name that the service returned; ``cost_usd`` is None if prices or token counts are unknown.
    """

    request_sha256: str
    text: str | None
    model: str | None = None
    finish_reason: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: float | None = None
    is_reused: bool = False


class Replies(Protocol):
    """A store of known replies, by the hash of their question."""

    def get(self, request_sha256: str) -> JudgeReply | None:
        """Return the reply to a question, None if it was never asked."""

    def keep(self, reply: JudgeReply) -> None:
        """Store a paid reply, before it is used."""


@dataclass(slots=True)
class KeptInMemory:
    """Replies of this process only."""

    by_hash: MutableMapping[str, JudgeReply] = field(default_factory=dict)

    def get(self, request_sha256: str) -> JudgeReply | None:
        """Return the reply to a question, None if it was never asked."""
        return self.by_hash.get(request_sha256)

    def keep(self, reply: JudgeReply) -> None:
        """Store a reply, so that the same question is free."""
        self.by_hash[reply.request_sha256] = replace(reply, is_reused=True)


def make_asker(
    system_id: str,
    settings: ChatSettings,
    tokens_max: int | None,
    replies: Replies,
    spending: Spending,
) -> "Asker":
    """Return an Asker for a model; raise UsageError for a budget without prices."""
    if spending.budget_usd is not None and settings.price_out_usd_per_million is None:
        raise UsageError(
            "--budget needs prices: set price_in_usd_per_million and price_out_usd_per_million "
            f"of {system_id!r}"
        )
    return Asker(system_id, settings, tokens_max, replies, spending)


class Asker:
    """A model that judges, with its known replies and a spending limit."""

    def __init__(
        self,
        system_id: str,
        settings: ChatSettings,
        tokens_max: int | None,
        replies: Replies,
        spending: Spending,
    ) -> None:
        self._system_id = system_id
        self._settings = settings
        self._tokens_max = tokens_max
        self._replies = replies
        self._spending = spending
        self._format = ResponseFormat(settings.response_format)
        self._refusals = RefusalLimit(system_id)
        self._lock = threading.Lock()
        self._in_flight: dict[str, threading.Lock] = {}
        self._client: ChatClient | None = None

    def ask(self, messages: list[Message], schema: Mapping[str, Any], sample: int) -> JudgeReply:
        """
        Return the reply to a question, from the known replies or the service.

        ``sample`` distinguishes votes on one question. Raises ServiceError if there is no reply,
        SpentError if a spending limit is reached, and UsageError if the service refuses every
        question.
        """
        chosen = self._settings
        request: dict[str, object] = {"model": chosen.model, "messages": messages}
        if chosen.temperature is not None:
            request["temperature"] = chosen.temperature
        if chosen.seed is not None:
            request["seed"] = chosen.seed + sample
        if self._tokens_max is not None:
            request["max_tokens"] = self._tokens_max
        service = {"base_url": chosen.base_url, "schema": schema, "sample": sample}
        name = request_sha256(service, request)
        with self._one_at_a_time(name):
            known_reply = self._replies.get(name)
            if known_reply is not None:
                self._spending.reused()
                return known_reply
            return self._paid(name, request, schema)

    def close(self) -> None:
        """Cancel waiting requests, and close the connections."""
        if self._client is not None:
            self._client.close()

    @contextmanager
    def _one_at_a_time(self, name: str) -> Iterator[None]:
        """Block while another thread asks the same question; it then finds the reply."""
        with self._lock:
            lock = self._in_flight.setdefault(name, threading.Lock())
        try:
            with lock:
                yield
        finally:
            with self._lock:
                self._in_flight.pop(name, None)

    def _paid(
        self, name: str, request: Mapping[str, object], schema: Mapping[str, Any]
    ) -> JudgeReply:
        self._spending.require_sending()
        # A missing key raises an error before any cost is reserved.
        client = self._connected()
        reserved_usd = self._cost_usd_max(request)
        self._spending.reserve(reserved_usd)
        rng = SeededRandom("model_judge", name)
        # The cost of an interrupted request is unknown, so the reserved amount is counted.
        cost_usd: float | None = None
        tokens_out = None
        try:
            reply, _ = self._format.ask(lambda sent: client.ask(sent, rng), request, schema)
            cost_usd, tokens_out = self._cost_usd(reply), reply.tokens_out
        except ServiceError as error:
            cost_usd = 0.0
            self._refusals.refused(error)
            raise
        finally:
            self._spending.settle(reserved_usd, cost_usd, tokens_out)
        self._refusals.answered()
        judge_reply = JudgeReply(
            request_sha256=name,
            text=reply.text or reply.refusal,
            model=reply.model or self._settings.model,
            finish_reason=reply.finish_reason,
            tokens_in=reply.tokens_in,
            tokens_out=reply.tokens_out,
            cost_usd=cost_usd,
        )
        if judge_reply.text:
            self._replies.keep(judge_reply)
        return judge_reply

    def _connected(self) -> ChatClient:
        with self._lock:
            if self._client is None:
                chosen = self._settings
                limits = Limits(
                    chosen.timeout_s, chosen.retries, chosen.backoff_s, chosen.wait_s_max
                )
                key = key_of(self._system_id, chosen)
                self._client = ChatClient(chosen.base_url, key, limits)
            return self._client

    def _cost_usd(self, reply: Reply) -> float | None:
        price_in = self._settings.price_in_usd_per_million
        price_out = self._settings.price_out_usd_per_million
        if price_in is None or price_out is None:
            return None
        if reply.tokens_in is None or reply.tokens_out is None:
            return None
        return (reply.tokens_in * price_in + reply.tokens_out * price_out) / 1e6

    def _cost_usd_max(self, request: Mapping[str, Any]) -> float:
        """Return the maximum cost of a request, assuming one token per byte."""
        price_in = self._settings.price_in_usd_per_million or 0.0
        price_out = self._settings.price_out_usd_per_million or 0.0
        if price_in == price_out == 0.0:
            return 0.0
        byte_count = sum(len(str(message["content"]).encode()) for message in request["messages"])
        tokens_out = self._tokens_max or max(TOKENS_OUT_GUESS, self._spending.tokens_out_max_seen)
        return (byte_count * price_in + tokens_out * price_out) / 1e6
