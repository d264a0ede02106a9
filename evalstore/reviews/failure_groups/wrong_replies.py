"""The wrong replies of a system, grouped by their known properties, or a sample of them."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.reviews.charts.drawing.rows import Row, count_of, text_of
from evalstore.reviews.failure_groups.groups import METHOD
from evalstore.reviews.review_rows import review_query, texts_of
from evalstore.store.query.reader import Reader

# Maximum length of each text of a case in a question.
TEXT_CHARACTERS_MAX: Final = 1_200


@dataclass(frozen=True)
class WrongReply:
    """A case that a validator judges wrong, at its first wrong attempt; cut texts end in ``…``."""

    case_id: str
    domain: str
    label: str
    tags: tuple[str, ...]
    question: str
    expected: str
    reply: str
    reason: str

    @property
    def known_group(self) -> tuple[tuple[str, ...], str, str]:
        """Return the tags of the verdict, the domain and the label, by which SQL sorts replies."""
        return self.tags, self.domain, self.label


@dataclass(frozen=True)
class WrongReplies:
    """
    The failures of one system by one validator, sorted by their known properties.

    ``shown`` are all of ``failed_case_ids``, or a sample. ``run_case_ids`` are the cases of the
    run. ``other_counts`` counts the cases that fail without being wrong, such as missing ones, by
    kind; a model is not asked about them.
    """

    run_id: str
    system_id: str
    validator_id: str
    tree_size: int
    validator_digests: tuple[str, ...]
    shown: tuple[WrongReply, ...]
    failed_case_ids: frozenset[str]
    run_case_ids: frozenset[str]
    other_counts: Mapping[str, int]

    @property
    def sha256(self) -> str:
        """Return the SHA-256, in hex, of everything that a model is shown of them."""
        material = json.dumps([asdict(reply) for reply in self.shown], sort_keys=True)
        return hashlib.sha256(material.encode()).hexdigest()

    def known_groups(self) -> list[dict[str, object]]:
        """Return the groups by tags, domain and label, with the number of shown cases of each."""
        counts = Counter(reply.known_group for reply in self.shown)
        return [
            {"tags": list(tags), "domain": domain, "label": label, "case_count": count}
            for (tags, domain, label), count in counts.items()
        ]


def judged_systems(
    reader: Reader, run_id: str, system_id: str | None, validator_id: str | None
) -> list[tuple[str, str]]:
    """
    Return systems with the validator that judged each: the primary one unless one is given.

    Controls, which are meant to fail, are left out unless one is given.
    """
    rows = review_query(
        reader, "judged_systems", run_id=run_id, system_id=system_id, validator_id=validator_id
    )
    return [(text_of(row, "system_id"), text_of(row, "validator_id")) for row in rows]


def wrong_replies(
    reader: Reader, run_id: str, system_id: str, validator_id: str, *, sample_count: int, seed: int
) -> WrongReplies:
    """Return the failures of a system, of which at most ``sample_count`` are shown to a model."""
    names = {"run_id": run_id, "system_id": system_id, "validator_id": validator_id}
    rows = review_query(reader, "wrong_replies", text_limit=TEXT_CHARACTERS_MAX, **names)
    replies = [_reply_of(row) for row in rows]
    places: Sequence[int] = range(len(replies))
    if len(replies) > sample_count:
        rng = SeededRandom(METHOD, seed, run_id, system_id, validator_id)
        places = sorted(rng.sample(places, sample_count))
    [about] = review_query(reader, "failing_run", **names)
    return WrongReplies(
        **names,
        tree_size=count_of(about, "tree_size"),
        validator_digests=texts_of(about["validator_digests"]),
        shown=tuple(replies[place] for place in places),
        failed_case_ids=frozenset(reply.case_id for reply in replies),
        run_case_ids=frozenset(texts_of(about["case_ids"])),
        other_counts={
            text_of(row, "kind"): count_of(row, "case_count")
            for row in review_query(reader, "other_failures", **names)
        },
    )


def _reply_of(row: Row) -> WrongReply:
    texts = ("case_id", "domain", "label", "question", "expected", "reply", "reason")
    return WrongReply(tags=texts_of(row["tags"]), **{name: text_of(row, name) for name in texts})
