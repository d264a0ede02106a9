"""The request's ``response_format``: the strictest one that a service takes, learnt by asking."""

import json
import re
import threading
from collections.abc import Callable, Mapping

from evalstore.running.chat.protocol import Reply, ServiceError

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
    service answered is kept for all later requests. Where it answers none, the refusal has another
    reason: no format is kept, and a later refusal of that status that names no format is final.
    """

    def __init__(self, setting: str) -> None:
        self._is_fixed = setting != "auto"
        self._place = FORMATS.index(setting) if self._is_fixed else 0
        self._lock = threading.Lock()
        # The statuses with which the service refused a request in every format.
        self._hopeless: set[int | None] = set()

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
                if is_last and place > self._place:
                    self._hopeless.add(error.status)
                is_final = error.status in self._hopeless and not names_format(error)
                if self._is_fixed or is_last or is_final or not is_refused(error):
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
    return error.status in _REFUSALS or names_format(error)


def names_format(error: ServiceError) -> bool:
    """
    Return whether the words of an error are about the format.

    >>> names_format(ServiceError("response_format is not supported", status=400))
    True
    """
    return bool(_NAMED.search(str(error)))
