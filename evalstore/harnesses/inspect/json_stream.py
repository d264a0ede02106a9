"""A huge JSON object read piece by piece, with memory for its largest piece only."""

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
    """The text between two elements of a list, and the first and last key of the first element."""

    between: str
    first_name: str
    last_name: str

    @classmethod
    def after(cls, element: Any, text: str, end: int) -> Self | None:
        """
        Return the edge after an element that ends at `end` of `text`.

        None if another object does not follow, or if the element has no keys.
        """
        between = BETWEEN_OBJECTS.match(text, end)
        if between is None or not isinstance(element, dict) or not element:
            return None
        names = [json.dumps(name) for name in element]
        return cls(f"}}{between.group()}{{", names[0], names[-1])

    def is_likely(self, text: str, start: int, end: int) -> bool:
        """Return True if an element may end at `end`: its last key is nearer than its first."""
        last_at = text.rfind(self.last_name, start, end)
        return last_at >= 0 and last_at >= text.rfind(self.first_name, start, end)


MIB = 1024 * 1024
CHUNK_LENGTH = MIB
VALUE_LENGTH_MAX = 256 * MIB
# An error this near the end of the buffer may disappear when more text is read.
NEAR_END_LENGTH = 16
# Numbers of places examined as the end of the buffer's last whole element, and of those tried.
EDGES_MAX, GUESSES_MAX = 64, 4

SPACE = re.compile(r"[ \t\n\r]*")
STRUCTURE = re.compile(r'["\[\]{}]')
REST_OF_SCALAR = re.compile(r'[^\s,:"\[\]{}]*')
REST_OF_STRING = re.compile(r'[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class JsonStream:
    """
    A walk through one object: ``names``, and for each name ``value``, ``elements`` or ``skip``.

    Elements that are objects are decoded by the megabyte, with a much faster decoder that does not
    report where a value ends; the end is guessed. An accepted guess is always right: the text up
    to there is a list of whole values, and no whole object is the prefix of another.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._buffer = ""
        self._at = 0
        self._offset = 0
        self._is_at_end = False
        self._is_strict = True
        # Elements decoded ahead, the edge that guesses use, and the offset of the next guess.
        self._ahead: deque[Any] = deque()
        self._edge: Edge | None = None
        self._guessed_offset = 0
        self._decoder = json.JSONDecoder(parse_constant=self._constant)

    def names(self) -> Iterator[str]:
        """
        Yield the object's names; the caller takes or skips each one's value.

        Raises MalformedError if a name is not a string, RepeatedKeyError if it occurs twice.
        """
        self._expect("{")
        seen: set[str] = set()
        while self._peek() != "}":
            name, _ = self.value()
            if not isinstance(name, str):
                raise MalformedError(f"expected a name at {self._place()}, found {name!r:.40}")
            if name in seen:
                raise RepeatedKeyError(
                    f"found the key {shortened(name)} twice at {self._place()}, expected it once"
                )
            seen.add(name)
            self._expect(":")
            yield name
            self._comma_unless("}")
        self._at += 1

    def elements(self) -> Iterator[int]:
        """
        Yield the number of each element of the list that is the next value.

        The caller takes each element with ``element``. Yields nothing if the value is null. Raises
        MalformedError for a value of another type, and the errors of ``value``.
        """
        if self._peek() != "[":
            place = self._place()
            value, _ = self.value()
            if value is not None:
                kind = type(value).__name__
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
        """Return the next element as ``value`` does; one that raises an error is skipped first."""
        if not self._ahead:
            self._decode_ahead()
        if self._ahead:
            return self._ahead.popleft(), True
        try:
            value = self.value()
        except (TooLargeError, MalformedError, RecursionError, ValueError):
            self.skip()
            raise
        self._edge = Edge.after(value[0], self._buffer, self._at)
        return value

    def value(self) -> tuple[Any, bool]:
        """
        Return the next value, and whether it is strict.

        Values with NaN, Infinity or lone surrogates are not strict; an integer may have any number
        of digits. Raises MalformedError for invalid JSON, CutShortError if the file ends inside
        the value, TooLargeError beyond VALUE_LENGTH_MAX, RepeatedKeyError for an object with a
        repeated key, and RecursionError for a value that is nested too deep.
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
                # A number that touches the buffer's end may have more digits after it.
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
            # Doubling keeps the total work of the retries below that of the last one.
            wanted_length *= 2

    def _require_single_keys(self, end: int, value: Any) -> None:
        if not isinstance(value, dict | list):
            return
        try:
            require_single_keys(self._buffer[self._at : end], value)
        except RepeatedKeyError as error:
            raise RepeatedKeyError(f"{error} (the value at {self._place()})") from error

    def _decode_ahead(self) -> None:
        """Decode all elements that end within the buffer at once, if their end can be guessed."""
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
                elements = orjson.loads(text)
            except orjson.JSONDecodeError:
                continue
            if may_repeat(text, elements):
                break
            self._ahead.extend(elements)
            self._at = end + 1
            return
        # No guess is right in this part of the file, so none is tried for each element.
        self._guessed_offset = self._offset + len(self._buffer)

    def _is_half(self, end: int) -> bool:
        """Return True if the value up to ``end`` may contain half of a surrogate pair."""
        if self._buffer.find("\\u", self._at, end) >= 0 and ESCAPED_HALF.search(
            self._buffer, self._at, end
        ):
            return True
        return not self._buffer.isascii() and bool(
            LONE_SURROGATE.search(self._buffer, self._at, end)
        )

    def require_end(self) -> None:
        """Raise MalformedError if anything but whitespace follows."""
        try:
            character = self._peek()
        except CutShortError:
            return
        raise MalformedError(
            f"expected the end of the file at {self._place()}, found {character!r}"
        )

    def is_object(self) -> bool:
        """Return True if the next value is an object; does not consume it."""
        return self._peek() == "{"

    def skip(self) -> None:
        """Skip the next value, of any length, without building it."""
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
            # A backslash at the buffer's end escapes the next character.
            kept_length = len(self._buffer) - len(self._buffer.rstrip("\\"))
            self._at = max(self._at, len(self._buffer) - kept_length)
            self._fill_or_raise()

    def _peek(self) -> str:
        while True:
            blanks = SPACE.match(self._buffer, self._at)
            self._at = blanks.end() if blanks else self._at
            if self._at < len(self._buffer):
                return self._buffer[self._at]
            self._fill_or_raise()

    def _expect(self, character: str) -> None:
        actual = self._peek()
        if actual != character:
            raise MalformedError(f"expected {character!r} at {self._place()}, found {actual!r}")
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
