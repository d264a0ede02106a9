"""Labelled conversations: JSON files with one or a list, or JSON lines with one per line."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError, UsageError

SHIPPED = Path(__file__).with_name("examples")
ENDINGS = (".json", ".jsonl", ".ndjson")
RESULT_OF_TYPE = {"positive": True, "negative": False, "undetermined": None}
ROLES = ("system", "user", "assistant", "tool")


@dataclass(frozen=True, slots=True)
class LabelledConversation:
    """A conversation with the expected result of the rubric."""

    example_id: str
    conversation: tuple[Mapping[str, object], ...]
    expected: bool | None
    rationale: str
    source: str


def read(places: Iterable[Path]) -> list[LabelledConversation]:
    """
    Return all conversations of these files and folders, in the order of their names.

    A ``.json`` file contains an example, a list of examples or an object with such a list as
    ``examples``; other files contain an example per line. Raises UsageError if there is nothing to
    read. Raises UnreadableInputError, naming the file and the line or member, for an invalid
    conversation and for a duplicate id.
    """
    by_id: dict[str, LabelledConversation] = {}
    wanted = list(places)
    for path in _files(wanted):
        for example in _read_file(path):
            if example.example_id in by_id:
                raise UnreadableInputError(
                    f"{example.source}: the id {example.example_id!r} stands in "
                    f"{by_id[example.example_id].source} too; give each example an id of its own"
                )
            by_id[example.example_id] = example
    if not by_id:
        names = ", ".join(map(str, wanted))
        raise UsageError(f"no examples in {names}; expected files {', '.join(ENDINGS)}")
    return list(by_id.values())


def _files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        if place.is_dir():
            yield from sorted(
                path for path in place.rglob("*") if path.suffix in ENDINGS and path.is_file()
            )
        elif place.is_file() and place.suffix in ENDINGS:
            yield place
        elif place.exists():
            raise UsageError(f"{place} is no folder and ends in none of {', '.join(ENDINGS)}")
        else:
            raise UsageError(f"no {place}; name a folder of examples, or a file of them")


def _read_file(path: Path) -> Iterator[LabelledConversation]:
    try:
        text = input_file.read_text(path, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInputError(f"{path} cannot be read as UTF-8 text: {error}") from error
    if path.suffix == ".json":
        yield from _members(text, str(path))
        return
    # Not splitlines: a text may contain a line separator, and only "\n" ends a line.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            source = f"{path}:{number}"
            yield _labelled(_parsed(line, source), source)


def _members(text: str, source: str) -> Iterator[LabelledConversation]:
    """Yield the examples of a JSON text: a list, a list as ``examples``, or a single one."""
    value = _parsed(text, source)
    if isinstance(value, dict) and isinstance(value.get("examples"), list):
        value = value["examples"]
    if not isinstance(value, list):
        yield _labelled(value, source)
        return
    for number, member in enumerate(value, start=1):
        yield _labelled(member, f"{source}[{number}]")


def _parsed(text: str, source: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        hint = ""
        if isinstance(error, json.JSONDecodeError) and error.msg == "Extra data":
            hint = "; name a file with one example a line .jsonl"
        raise UnreadableInputError(
            f"{source} is no JSON: {error}; correct or remove it{hint}"
        ) from error


def _labelled(value: object, source: str) -> LabelledConversation:
    """Return a value as an example; raise UnreadableInputError if its structure differs."""
    if not isinstance(value, dict):
        raise UnreadableInputError(
            f"{source} holds {_kind(value)}; expected an object, an example"
        )
    lacking = [key for key in ("id", "conversation", "expectedResult") if key not in value]
    if lacking:
        raise UnreadableInputError(
            f"{source} has no {', '.join(lacking)}; an example has id, type, conversation, "
            "expectedResult and rationale"
        )
    expected = value["expectedResult"]
    if not isinstance(expected, bool | None):
        raise UnreadableInputError(
            f"{source}: expectedResult is {expected!r}; expected true, false or null"
        )
    kind = value.get("type")
    if kind is not None and (kind not in RESULT_OF_TYPE or RESULT_OF_TYPE[kind] is not expected):
        raise UnreadableInputError(
            f"{source}: type is {kind!r} and expectedResult {json.dumps(expected)}; expected "
            "positive with true, negative with false, undetermined with null"
        )
    return LabelledConversation(
        example_id=str(value["id"]),
        conversation=_conversation(value["conversation"], source),
        expected=expected,
        rationale=str(value.get("rationale", "")),
        source=source,
    )


def _conversation(value: object, source: str) -> tuple[Mapping[str, object], ...]:
    if not isinstance(value, list) or not value:
        raise UnreadableInputError(
            f"{source}: conversation is {_kind(value)}; expected a list of messages"
        )
    for number, message in enumerate(value, start=1):
        if not isinstance(message, dict) or message.get("role") not in ROLES:
            raise UnreadableInputError(
                f"{source}: message {number} has no role among {', '.join(ROLES)}"
            )
        if not isinstance(message.get("content"), str):
            raise UnreadableInputError(
                f"{source}: the content of message {number} is {_kind(message.get('content'))}; "
                "expected text"
            )
    return tuple(value)


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
    if value is None:
        return "null"
    return names.get(type(value), "a number")
