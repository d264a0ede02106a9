"""One huge JSON object read piece by piece, with no more in memory than its largest piece."""

import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self, TextIO

import orjson

from evalstore.events.parsing import shortened
from evalstore.harnesses.inspect.stream_errors import CutShortError, MalformedError, TooLargeError
from evalstore.harnesses.inspect.strict_json import LONE_SURROGATE
from evalstore.harnesses.nesting import too_deep
from evalstore.harnesses.repeated_keys import RepeatedKeyError, may_repeat, require_single_keys

BETWEEN_OBJECTS = re.compile(r"[ \t\n\r]*,[ \t\n\r]*(?={)")


@dataclass(frozen=True, slots=True)
class Edge:
    """What stands between two elements of a list, and the first and last name in the first."""

    between: str
    first_name: str
    last_name: str

    @classmethod
    def after(cls, found: Any, text: str, end: int) -> Self | None:
        """Return the edge that an element has, which ends in a text; None where it is the last."""
        between = BETWEEN_OBJECTS.match(text, end)
        if between is None or not isinstance(found, dict) or not found:
            return None
        names = [json.dumps(name) for name in found]
        return cls(f"}}{between.group()}{{", names[0], names[-1])

    def is_likely(self, text: str, start: int, end: int) -> bool:
        """Say whether an element may end there: its last name is nearer than its first one."""
        last_at = text.rfind(self.last_name, start, end)
        return last_at >= 0 and last_at >= text.rfind(self.first_name, start, end)


MIB = 1024 * 1024
CHUNK_LENGTH = MIB
VALUE_LENGTH_MAX = 256 * MIB
# A decoder that stopped this near the end of the buffer may only lack what comes next.
NEAR_END_LENGTH = 16
# So many places are looked at where the last whole element of the buffer may end, and so many of
# them are tried.
EDGES_MAX, GUESSES_MAX = 64, 4

SPACE = re.compile(r"[ \t\n\r]*")
STRUCTURE = re.compile(r'["\[\]{}]')
REST_OF_SCALAR = re.compile(r'[^\s,:"\[\]{}]*')
REST_OF_STRING = re.compile(r'[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class JsonStream:
    """
    Walks one object: ``names``, and for each name ``value``, ``elements`` or ``skip``.

    Elements that are objects are decoded by the megabyte, by a decoder that is much faster and
    does not say where a value ends. A guess that it takes is right all the same: what stands there
    is a list of whole values, and no whole object is the beginning of another.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._buffer = ""
        self._at = 0
        self._offset = 0
        self._is_at_end = False
        self._is_strict = True
        # Elements decoded already, how they are guessed, and where that may be tried again.
        self._ahead: deque[Any] = deque()
        self._edge: Edge | None = None
        self._guessed_offset = 0
        self._decoder = json.JSONDecoder(parse_constant=self._constant)

    def names(self) -> Iterator[str]:
        """Yield the object's names; the caller takes or skips each one's value."""
        self._expect("{")
        seen: set[str] = set()
        while self._peek() != "}":
            name, _ = self.value()
            if not isinstance(name, str):
                raise MalformedError(f"expected a name at {self._place()}, found {name!r:.40}")
            if name in seen:
                raise RepeatedKeyError(
                    f"found the key {shortened(name)} again at {self._place()}, expected it once"
                )
            seen.add(name)
            self._expect(":")
            yield name
            self._comma_unless("}")
        self._at += 1

    def elements(self) -> Iterator[int]:
        """
        Yield the number of each element of the list that comes next.

        The caller takes it by ``element``; where null stands instead of a list there is none.
        Raises MalformedError for another value, and what ``value`` raises of it.
        """
        if self._peek() != "[":
            place = self._place()
            found, _ = self.value()
            if found is not None:
                kind = type(found).__name__
                raise MalformedError(f"expected a list at {place}, found a value of type {kind}")
            return
        self._at += 1
        self._edge = None
        number = 0
        while self._ahead or self._peek() != "]":
            yield number
            number += 1
            if not self._ahead:
                self._comma_unless("]")
        self._at += 1

    def element(self) -> tuple[Any, bool]:
        """Return the element that comes next, as ``value`` does; what that refuses is skipped."""
        if not self._ahead:
            self._decode_ahead()
        if self._ahead:
            return self._ahead.popleft(), True
        try:
            found = self.value()
        except (TooLargeError, MalformedError, RecursionError, ValueError):
            self.skip()
            raise
        self._edge = Edge.after(found[0], self._buffer, self._at)
        return found

    def value(self) -> tuple[Any, bool]:
        """
        Return the value that comes next, and whether it is strict.

        NaN, Infinity and half characters are not; an integer may have any number of digits. Raises
        MalformedError for what is no JSON, RepeatedKeyError for an object with a key twice, and
        RecursionError for what is nested too deep.
        """
        self._peek()
        wanted_length = CHUNK_LENGTH
        while True:
            self._is_strict = True
            try:
                value, end = self._decoder.raw_decode(self._buffer, self._at)
            except json.JSONDecodeError as error:
                is_at_fault = (
                    not error.msg.startswith("Unterminated string")
                    and error.pos < len(self._buffer) - NEAR_END_LENGTH
                )
                if is_at_fault:
                    raise MalformedError(f"{error.msg} at {self._place(error.pos)}") from error
                if self._is_at_end:
                    raise CutShortError(f"the file ends at {self._place(error.pos)}") from error
            except RecursionError as error:
                raise too_deep() from error
            else:
                # A number that touches the buffer's end may go on behind it.
                if end < len(self._buffer) or self._is_at_end:
                    self._require_single_keys(end, value)
                    is_strict = self._is_strict and not self._is_half(end)
                    self._at = end
                    return value, is_strict
            if len(self._buffer) - self._at > VALUE_LENGTH_MAX:
                raise TooLargeError(
                    f"the value at {self._place()} is longer than {VALUE_LENGTH_MAX // MIB} MiB"
                )
            self._fill(wanted_length)
            # Doubling keeps the work of trying again below that of the last try.
            wanted_length *= 2

    def _require_single_keys(self, end: int, value: Any) -> None:
        if not isinstance(value, dict | list):
            return
        try:
            require_single_keys(self._buffer[self._at : end], value)
        except RepeatedKeyError as error:
            raise RepeatedKeyError(f"{error} (the value at {self._place()})") from error

    def _decode_ahead(self) -> None:
        """Decode as many elements at once as end within the buffer, if that can be told."""
        if self._edge is None or self._offset + self._at < self._guessed_offset:
            return
        if len(self._buffer) - self._at < CHUNK_LENGTH // 2 and not self._is_at_end:
            self._fill(CHUNK_LENGTH)
        end, guess_count = len(self._buffer), 0
        for _ in range(EDGES_MAX):
            end = self._buffer.rfind(self._edge.between, self._at, end)
            if end < 0 or guess_count == GUESSES_MAX:
                break
            if not self._edge.is_likely(self._buffer, self._at, end):
                continue
            guess_count += 1
            text = f"[{self._buffer[self._at : end + 1]}]"
            try:
                found = orjson.loads(text)
            except orjson.JSONDecodeError:
                continue
            if may_repeat(text, found):
                break
            self._ahead.extend(found)
            self._at = end + 1
            return
        # Nothing is told from this part of the file, so it is not tried for each element.
        self._guessed_offset = self._offset + len(self._buffer)

    def _is_half(self, end: int) -> bool:
        """Say whether the value up to ``end`` may hold half of a surrogate pair."""
        if self._buffer.find("\\u", self._at, end) >= 0 and ESCAPED_HALF.search(
            self._buffer, self._at, end
        ):
            return True
        return not self._buffer.isascii() and bool(
            LONE_SURROGATE.search(self._buffer, self._at, end)
        )

    def require_end(self) -> None:
        """Raise MalformedError where anything but blanks follows."""
        try:
            found = self._peek()
        except CutShortError:
            return
        raise MalformedError(f"expected the end of the file at {self._place()}, found {found!r}")

    def is_object(self) -> bool:
        """Say whether the value that comes next is an object, without taking it."""
        return self._peek() == "{"

    def skip(self) -> None:
        """Pass over the value that comes next, however long, without building it."""
        first = self._peek()
        if first not in "[{":
            self._skip_scalar(first)
            return
        depth = 0
        while True:
            token = STRUCTURE.search(self._buffer, self._at)
            if token is None:
                self._at = len(self._buffer)
                self._fill_or_raise()
                continue
            self._at = token.end()
            if token.group() == '"':
                self._skip_string()
            elif token.group() in "[{":
                depth += 1
            else:
                depth -= 1
                if depth == 0:
                    return

    def _skip_scalar(self, first: str) -> None:
        if first == '"':
            self._at += 1
            self._skip_string()
            return
        start = self._offset + self._at
        while True:
            rest = REST_OF_SCALAR.match(self._buffer, self._at)
            self._at = rest.end() if rest else self._at
            if self._at < len(self._buffer) or self._is_at_end:
                break
            self._fill(CHUNK_LENGTH)
        if self._offset + self._at == start:
            raise MalformedError(f"expected a value at {self._place()}, found {first!r}")

    def _skip_string(self) -> None:
        while True:
            rest = REST_OF_STRING.match(self._buffer, self._at)
            if rest is not None:
                self._at = rest.end()
                return
            # A backslash at the buffer's end belongs to what comes next.
            kept_length = len(self._buffer) - len(self._buffer.rstrip("\\"))
            self._at = max(self._at, len(self._buffer) - kept_length)
            self._fill_or_raise()

    def _peek(self) -> str:
        while True:
            found = SPACE.match(self._buffer, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._buffer):
                return self._buffer[self._at]
            self._fill_or_raise()

    def _expect(self, character: str) -> None:
        found = self._peek()
        if found != character:
            raise MalformedError(f"expected {character!r} at {self._place()}, found {found!r}")
        self._at += 1

    def _comma_unless(self, closing: str) -> None:
        if self._peek() != closing:
            self._expect(",")

    def _constant(self, name: str) -> float:
        self._is_strict = False
        return float(name)

    def _fill_or_raise(self) -> None:
        if self._is_at_end:
            raise CutShortError(f"the file ends at {self._place()}")
        self._fill(CHUNK_LENGTH)

    def _fill(self, length: int) -> None:
        more = self._file.read(length)
        self._is_at_end = len(more) < length
        self._offset += self._at
        self._buffer = self._buffer[self._at :] + more
        self._at = 0

    def _place(self, at: int | None = None) -> str:
        return f"character {self._offset + (self._at if at is None else at)}"
