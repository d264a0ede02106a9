"""The session of a destination: one that sends, or one that only records."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import requests

from evalstore.reviews.delivery.clock import Clock
from evalstore.reviews.delivery.delivery_error import NotConfiguredError
from evalstore.reviews.delivery.rehearsal import Rehearsal, Rehearsed
from evalstore.reviews.delivery.retrying import DeliveryLimits, with_retries
from evalstore.reviews.delivery.session import Session

T = TypeVar("T")


@dataclass(slots=True)
class Transport:
    """
    The environment, time and limits of one destination.

    With ``is_rehearsal`` nothing is sent: ``rehearsed`` collects the requests, and ``missing`` the
    environment variables that are not set.
    """

    environment: Mapping[str, str]
    limits: DeliveryLimits = field(default_factory=DeliveryLimits)
    clock: Clock = field(default_factory=Clock)
    is_rehearsal: bool = False
    rehearsed: list[Rehearsed] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def secret(self, variable: str, stand_in: str) -> str:
        """
        Return a secret from the environment; a rehearsal without it gets ``stand_in``.

        Raises NotConfiguredError if it is not set or has characters that cannot be sent.
        """
        value = self.environment.get(variable, "").strip()
        if value and not (value.isascii() and value.isprintable()):
            raise NotConfiguredError(
                f"the environment variable {variable} cannot be sent; expected only printable "
                "ASCII characters"
            )
        if value:
            return value
        if not self.is_rehearsal:
            raise NotConfiguredError(f"the environment variable {variable} is not set")
        self.missing.append(variable)
        return stand_in

    def session(
        self,
        base_url: str,
        *,
        secrets: tuple[str, ...] = (),
        shown_url: str = "",
        hints: Mapping[int, str] | None = None,
        replies: Mapping[str, object] | None = None,
    ) -> requests.Session:
        """
        Return a session for one host.

        ``shown_url`` replaces a secret URL in messages, ``hints`` explains each status, and
        ``replies`` maps the last part of a path to the answer of a rehearsal.
        """
        if self.is_rehearsal:
            return Rehearsal(self.rehearsed, secrets=secrets, shown_url=shown_url, replies=replies)
        return Session(
            base_url,
            self.limits.timeout_s,
            self.clock,
            secrets=secrets,
            is_path_secret=bool(shown_url),
            hints=hints,
        )

    def with_retries(self, action: Callable[[], T]) -> T:
        """Run an action with retries within the limits; see ``retrying.with_retries``."""
        return with_retries(action, self.limits, self.clock)
