"""A case: what is asked, and what a right answer would be."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

Scalar = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Case:
    """
    One case, as a generator makes it.

    ``turns`` are what the user says, one text each; most cases have one. ``expected`` is a right
    answer in words, for people; of a persona's week, the value dimensions in crisis.
    ``answer_key`` says the same for validators (its ``kind`` and what belongs to that kind), and
    ``answer_schema`` is the JSON Schema the answer has to satisfy, where one is asked for. No
    system under test sees ``expected``, ``answer_key``, ``label``, ``tags`` or ``attributes``.
    """

    case_id: str
    domain: str
    generator: str
    turns: tuple[str, ...]
    validators: tuple[str, ...]
    expected: Scalar | tuple[str, ...] = None
    answer_key: Mapping[str, object] = field(default_factory=dict)
    answer_schema: Mapping[str, object] | None = None
    label: str | None = None
    is_canary: bool = False
    cluster_id: str | None = None
    session_id: str | None = None
    severity: str | None = None
    tags: tuple[str, ...] = ()
    attributes: Mapping[str, Scalar] = field(default_factory=dict)
    extra: Mapping[str, object] = field(default_factory=dict)

    def payload(self) -> dict[str, object]:
        """Return the payload of the ``case_generated`` event, without what is empty."""
        asked: dict[str, object] = (
            {"prompt": self.turns[0]}
            if len(self.turns) == 1
            else {"messages": [{"role": "user", "content": turn} for turn in self.turns]}
        )
        fields: dict[str, object] = {
            "case_id": self.case_id,
            "domain": self.domain,
            "generator": self.generator,
            **asked,
            "expected": self.expected,
            "answer_key": dict(self.answer_key),
            "answer_schema": self.answer_schema,
            "label": self.label,
            "validators": list(self.validators),
            "is_canary": self.is_canary or None,
            "cluster_id": self.cluster_id,
            "session_id": self.session_id,
            "severity": self.severity,
            "tags": list(self.tags),
            "attributes": dict(self.attributes),
            **self.extra,
        }
        said = {name: value for name, value in fields.items() if value not in (None, [], {})}
        if isinstance(self.expected, tuple):
            # That nothing is expected says something else than nothing said.
            said["expected"] = list(self.expected)
        return said


def content_id(generator: str, *parts: object) -> str:
    """
    Return the id of a case made of these parts: the same question has the same id in every run.

    >>> content_id("math", "What is 2 + 2?")
    'math-643b33561b99'
    """
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return f"{generator}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
