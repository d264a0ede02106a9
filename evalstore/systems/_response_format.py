"""The request's ``response_format``: the strictest one that a service takes, learnt by asking."""

import json
import re
import threading
from collections.abc import Callable, Mapping

from evalstore.systems._chat_protocol import Reply, ServiceError

# From the strictest to none; ``auto`` begins with the first.
FORMATS = ("json_schema", "json_object", "none")
SETTINGS = ("auto", *FORMATS)
# How services say that they do not know a field of the request, or a value of it.
_REFUSALS = {400, 415, 422, 501}
_NAMED = re.compile(
    r"response.?format|json.?(schema|object|mode)|structured.output|grammar|guided", re.IGNORECASE
)
Ask = Callable[[Mapping[str, object]], Reply]


class ResponseFormat:
    """
    The ``response_format`` that one model of one service takes.

    With ``auto`` a refused request is made again in a less strict format. The format that the
    service answered is kept for all later requests; where it answers none, the refusal has
    another reason, and nothing is kept.
    """

    def __init__(self, setting: str) -> None:
        self._is_fixed = setting != "auto"
        self._place = FORMATS.index(setting) if self._is_fixed else 0
        self._lock = threading.Lock()

    def ask(
        self, ask: Ask, request: Mapping[str, object], schema: Mapping[str, object]
    ) -> tuple[Reply, str]:
        """Return the reply to a request and the format that it was asked in."""
        place = self._place
        while True:
            chosen = FORMATS[place]
            try:
                reply = ask({**request, **requested(chosen, schema)})
            except ServiceError as error:
                is_last = place == len(FORMATS) - 1
                if self._is_fixed or is_last or not is_refused(error):
                    raise
                place += 1
                continue
            with self._lock:
                self._place = max(self._place, place)
            return reply, chosen


def requested(chosen: str, schema: Mapping[str, object]) -> dict[str, object]:
    """
    Return the fields of a request that ask for a format, none for ``none``.

    >>> requested("json_object", {})
    {'response_format': {'type': 'json_object'}}
    """
    if chosen == "none":
        return {}
    if chosen == "json_object":
        return {"response_format": {"type": "json_object"}}
    plain = json.loads(json.dumps(schema, default=dict))
    fields = plain.get("properties", {})
    # Services that generate by a schema want it closed, and every field required.
    is_strict = bool(fields) and set(plain.get("required", ())) == set(fields)
    if is_strict:
        plain["additionalProperties"] = False
    named = {"name": "answer", "schema": plain, "strict": is_strict}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def is_refused(error: ServiceError) -> bool:
    """
    Return whether the format may be what a service refused.

    >>> is_refused(ServiceError("no", status=400)), is_refused(ServiceError("no", status=401))
    (True, False)
    """
    if error.status is None:
        return False
    return error.status in _REFUSALS or bool(_NAMED.search(str(error)))
