"""Cases: questions with their right answers."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from json.encoder import encode_basestring

from evalstore.plugins.image import Image

Scalar = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Case:
    """
    One test case, made by a generator.

    ``turns`` are the user's messages; most cases have one. ``images`` belong to the first.
    ``expected`` is a right answer for people to read; for a persona's week, the value dimensions
    in crisis. ``answer_key`` is the same for validators: its ``kind``, and the fields of that
    kind. ``answer_schema`` is the JSON Schema that the answer has to satisfy, if any. ``chance``,
    in [0, 1], is the probability of a right answer without knowledge; None if it is not declared.
    Systems under test never see ``expected``, ``answer_key``, ``chance``, ``label``, ``tags`` or
    ``attributes``.
    """

    case_id: str
    domain: str
    generator: str
    turns: tuple[str, ...]
    validators: tuple[str, ...]
    expected: Scalar | tuple[str, ...] = None
    answer_key: Mapping[str, object] = field(default_factory=dict)
    answer_schema: Mapping[str, object] | None = None
    chance: float | None = None
    label: str | None = None
    is_canary: bool = False
    cluster_id: str | None = None
    session_id: str | None = None
    severity: str | None = None
    tags: tuple[str, ...] = ()
    attributes: Mapping[str, Scalar] = field(default_factory=dict)
    extra: Mapping[str, object] = field(default_factory=dict)
    images: tuple[Image, ...] = ()

    @property
    def question_kind(self) -> str:
        """
        Return the kind of question, which a case shares with its twin.

        It is the attribute ``question_kind``, else ``form``, else the name of the generator.
        """
        declared = self.attributes.get("question_kind") or self.attributes.get("form")
        return str(declared or self.generator)

    def payload(self) -> dict[str, object]:
        """Return the payload of the ``case_generated`` event, without empty fields."""
        prompt: dict[str, object] = (
            {"prompt": self.turns[0]}
            if len(self.turns) == 1
            else {"messages": [{"role": "user", "content": turn} for turn in self.turns]}
        )
        fields: dict[str, object] = {
            "case_id": self.case_id,
            "domain": self.domain,
            "generator": self.generator,
            **prompt,
            "images": [image.given() for image in self.images],
            "expected": self.expected,
            "answer_key": dict(self.answer_key),
            "answer_schema": self.answer_schema,
            "chance": self.chance,
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
        payload = {name: value for name, value in fields.items() if value not in (None, [], {})}
        if isinstance(self.expected, tuple):
            # An empty tuple is kept: "nothing is expected" differs from "not stated".
            payload["expected"] = list(self.expected)
        return payload


def content_id(generator: str, *parts: object) -> str:
    """
    Return a content-derived case id: the same question has the same id in every run.

    >>> content_id("math", "What is 2 + 2?")
    'math-643b33561b99'
    """
    if len(parts) == 1 and isinstance(parts[0], str):
        # The same text as of json.dumps, in a tenth of the time.
        text = f"[{encode_basestring(parts[0])}]"
    else:
        text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    # A text with half of a surrogate pair has an id, too.
    return f"{generator}-{hashlib.sha256(text.encode(errors='surrogatepass')).hexdigest()[:12]}"
