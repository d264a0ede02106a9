"""Members of an ``.eval`` archive, and the samples assembled from them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from evalstore.harnesses.inspect import strict_json
from evalstore.harnesses.inspect.tools import ToolCounts
from evalstore.harnesses.inspect.zip_members import (
    MIB,
    Listing,
    Member,
    MemberError,
    list_members,
    read_member,
)
from evalstore.harnesses.repeated_keys import DUPLICATE_KEY, RepeatedKeyError

HEADER = "header.json"
# Names contain ids unescaped, with their slashes: only the end of a name identifies its shape.
WHOLE_SAMPLE = re.compile(r"samples/.*_epoch_\d+\.json", re.DOTALL)
SAMPLE_SHELL = re.compile(r"samples/.*_epoch_\d+/sample\.json", re.DOTALL)
ATTACHMENTS = re.compile(r"attachments/(\d+)\.json")
MESSAGES = re.compile(r"messages/(\d{1,18})\.json")
ATTACHMENTS_SIZE_MAX = 256 * MIB


@dataclass(slots=True)
class EvalArchive:
    """
    An open archive and its members by name; the last member of a name wins.

    Two samples with one id have the same name, and so has a sample that was run again.
    """

    file: BinaryIO
    listing: Listing
    members: dict[str, Member] = field(default_factory=dict)

    @classmethod
    def opened(cls, file: BinaryIO) -> "EvalArchive":
        """List an open file's members."""
        listing = list_members(file)
        return cls(file, listing, {member.name: member for member in listing.members})

    def head(self, name: str) -> dict[str, Any]:
        """Return a member that is a JSON object; an empty dict if missing or not an object."""
        member = self.members.get(name)
        value = None if member is None else self.read(member)[0]
        return value if isinstance(value, dict) else {}

    def sample_members(self) -> list[Member]:
        """
        Return the members of samples in file order; a chunked sample is listed by its shell.

        Of chunked samples with one name only the last is listed: the parts of an earlier one are
        unknown.
        """
        return [
            member
            for member in self.listing.members
            if WHOLE_SAMPLE.fullmatch(member.name)
            or (SAMPLE_SHELL.fullmatch(member.name) and self.is_last(member))
        ]

    def is_last(self, member: Member) -> bool:
        """Return True if no later member has the same name."""
        return self.members[member.name] is member

    @property
    def hidden_sample_count(self) -> int:
        """Number of chunked samples that precede another of the same name."""
        return sum(
            SAMPLE_SHELL.fullmatch(member.name) is not None and not self.is_last(member)
            for member in self.listing.members
        )

    def sample(self, member: Member) -> tuple[Any, bool]:
        """Return a sample, and whether its text was strict JSON."""
        sample, is_strict = self.read(member)
        if WHOLE_SAMPLE.fullmatch(member.name) or not isinstance(sample, dict):
            return sample, is_strict
        folder = member.name.removesuffix("sample.json")
        if (metadata := self.members.get(f"{folder}metadata.json")) is not None:
            sample["metadata"], is_metadata_strict = self.read(metadata)
            is_strict = is_strict and is_metadata_strict
        attachments, are_strict = self._attachments(folder)
        sample["attachments"] = attachments
        refs = sample.get("message_refs")
        sample["called_tools"] = _called_tools(folder, refs, self.members, self.read)
        return sample, is_strict and are_strict

    def read(self, member: Member) -> tuple[Any, bool]:
        """
        Return a member's value, and whether its text was strict JSON.

        Raises MemberError if the member cannot be read or decoded.
        """
        try:
            return strict_json.decode(read_member(self.file, member), takes_other_bytes=True)
        except RecursionError as error:
            raise MemberError(
                "nested too deep", f"the JSON of {member.name} is nested too deeply"
            ) from error
        except RepeatedKeyError as error:
            raise MemberError(DUPLICATE_KEY, f"{member.name}: {error}") from error
        except ValueError as error:
            raise MemberError("malformed", f"{member.name} is not valid JSON ({error})") from error

    def _attachments(self, folder: str) -> tuple[Mapping[str, Any], bool]:
        """Return a chunked sample's attachments by number, and whether all are strict."""
        chunks = {
            int(match.group(1)): member
            for name, member in self.members.items()
            if name.startswith(folder)
            and (match := ATTACHMENTS.fullmatch(name.removeprefix(folder)))
        }
        if sum(member.size for member in chunks.values()) > ATTACHMENTS_SIZE_MAX:
            raise MemberError(
                "too large",
                f"{folder}attachments contains more than {ATTACHMENTS_SIZE_MAX // MIB} MiB",
            )
        attachments: dict[str, Any] = {}
        is_strict = True
        for first, member in chunks.items():
            chunk, is_chunk_strict = self.read(member)
            is_strict = is_strict and is_chunk_strict
            if isinstance(chunk, list):
                attachments |= {str(first + at): text for at, text in enumerate(chunk)}
        return attachments, is_strict


def _called_tools(
    folder: str,
    refs: object,
    members: Mapping[str, Member],
    read: Callable[[Member], tuple[Any, bool]],
) -> list[dict[str, Any]] | None:
    """
    Return the counts of tools called in the final conversation; None if it is incomplete.

    ``refs`` are the half-open ranges of the sample's ``message_refs``: the chunks contain every
    message sent to any model, and the ranges select those of the final conversation. The rest
    of the sample is read even if this returns None.
    """
    ranges = _ranges(refs)
    if ranges is None:
        return None
    chunks = {
        int(match.group(1)): member
        for name, member in members.items()
        if name.startswith(folder) and (match := MESSAGES.fullmatch(name.removeprefix(folder)))
    }
    counts, found_count = ToolCounts(), 0
    for first, member in sorted(chunks.items()):
        try:
            messages, _ = read(member)
        except MemberError:
            return None
        if not isinstance(messages, list):
            return None
        final = [
            message
            for start, end in ranges
            for message in messages[max(start - first, 0) : max(end - first, 0)]
        ]
        counts.add(final)
        found_count += len(final)
    return counts.found() if found_count == sum(end - start for start, end in ranges) else None


def _ranges(refs: object) -> list[tuple[int, int]] | None:
    if not isinstance(refs, list):
        return None
    ranges = [
        (ref[0], ref[1])
        for ref in refs
        if isinstance(ref, list)
        and len(ref) == 2  # noqa: PLR2004
        and all(type(at) is int for at in ref)
        and 0 <= ref[0] <= ref[1]
    ]
    return ranges if len(ranges) == len(refs) else None
