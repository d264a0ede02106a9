"""Tools called in a sample's conversation: number of calls and errors of each."""

from collections.abc import Iterable
from typing import Any

NAME_LENGTH_MAX = 200


class ToolCounts:
    """
    Calls and errors by tool, counted message by message to keep no conversation in memory.

    A call is a request by the model, even if no such tool exists; an error is a result that is
    marked as one.
    """

    def __init__(self) -> None:
        self.message_count = 0
        self._calls: dict[str, int] = {}
        self._errors: dict[str, int] = {}
        # Older results refer to the call only.
        self._names: dict[str, str] = {}

    def add(self, messages: Iterable[object]) -> None:
        """Count the calls in these messages, and the results that are errors."""
        for message in messages:
            if not isinstance(message, dict):
                continue
            self.message_count += 1
            if message.get("role") == "tool":
                self._add_result(message)
                continue
            calls = message.get("tool_calls")
            for call in calls if isinstance(calls, list) else ():
                self._add_call(call)

    def found(self) -> list[dict[str, Any]] | None:
        """Return the counts of each tool, by name; None if there were no messages."""
        if not self.message_count:
            return None
        return [
            {
                "name": name,
                "call_count": self._calls.get(name, 0),
                "error_count": self._errors.get(name, 0),
            }
            for name in sorted(self._calls.keys() | self._errors.keys())
        ]

    def _add_call(self, call: object) -> None:
        name = _name(call.get("function")) if isinstance(call, dict) else None
        if name is None or not isinstance(call, dict):
            return
        self._calls[name] = self._calls.get(name, 0) + 1
        if isinstance(call.get("id"), str):
            self._names[call["id"]] = name

    def _add_result(self, result: dict[str, Any]) -> None:
        # The oldest logs have the error's text next to the result.
        if not (result.get("error") or result.get("tool_error")):
            return
        called = result.get("tool_call_id")
        name = _name(result.get("function"))
        name = name or (self._names.get(called) if isinstance(called, str) else None)
        if name is not None:
            self._errors[name] = self._errors.get(name, 0) + 1


def called(messages: object) -> list[dict[str, Any]] | None:
    """
    Return the counts of the tools that these messages call; None if there are no messages.

    >>> called([{"role": "assistant", "tool_calls": [{"id": "1", "function": "add"}]},
    ...         {"role": "tool", "tool_call_id": "1", "error": {"type": "timeout"}}])
    [{'name': 'add', 'call_count': 1, 'error_count': 1}]
    >>> called([{"role": "user"}]), called([]), called(None)
    ([], None, None)
    """
    counts = ToolCounts()
    counts.add(messages if isinstance(messages, list) else [])
    return counts.found()


def _name(value: object) -> str | None:
    # Half a surrogate pair cannot be stored as text.
    is_name = isinstance(value, str) and bool(value)
    return str(value)[:NAME_LENGTH_MAX].encode("utf-8", "replace").decode() if is_name else None
