"""The request's ``response_format``: the strictest one a service accepts, found by trial."""

import json
import re
import threading
from collections.abc import Callable, Mapping

from evalstore.running.chat.protocol import Reply, ServiceError

# From the strictest to none; ``auto`` starts with the first.
FORMATS = ("json_schema", "json_object", "none")
SETTINGS = ("auto", *FORMATS)
# Statuses with which services reject an unknown field of a request, or an unknown value.
_REFUSALS = {400, 415, 422, 501}
_NAMED = re.compile(
    r"response.?format|json.?(schema|object|mode)|structured.output|grammar|guided", re.IGNORECASE
)
Ask = Callable[[Mapping[str, object]], Reply]


class ResponseFormat:
    """
    The ``response_format`` that a model of a service accepts.

    With ``auto`` a refused request is repeated in a less strict format. The first format that
    works is kept for all later requests. If no format works, the refusal has another reason: no
    format is kept, and a later refusal with that status that does not mention a format is final.
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
        """Return the reply to a request and the format that was used."""
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
    Return the request fields that select a format; empty for ``none``.

    >>> requested("json_object", {})
    {'response_format': {'type': 'json_object'}}
    """
    if chosen == "none":
        return {}
    if chosen == "json_object":
        return {"response_format": {"type": "json_object"}}
    plain = json.loads(json.dumps(schema, default=dict))
    fields = plain.get("properties", {})
    # Services with constrained generation require a closed schema in which every field is
    # required.
    is_strict = bool(fields) and set(plain.get("required", ())) == set(fields)
    if is_strict:
        plain["additionalProperties"] = False
    named = {"name": "answer", "schema": plain, "strict": is_strict}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def is_refused(error: ServiceError) -> bool:
    """
    Return True if a service may have refused the request because of its format.

    >>> is_refused(ServiceError("no", status=400)), is_refused(ServiceError("no", status=401))
    (True, False)
    """
    if error.status is None:
        return False
    return error.status in _REFUSALS or names_format(error)


def names_format(error: ServiceError) -> bool:
    """
    Return True if the error message mentions the format.

    >>> names_format(ServiceError("response_format is not supported", status=400))
    True
    """
    return bool(_NAMED.search(str(error)))
