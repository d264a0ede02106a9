"""The splits share a language and no sentence, so that learning helps and memory does not."""

import json
from itertools import combinations

import numpy as np
import pytest
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import Ridge

from evalstore.cases import _crisis_language as language
from evalstore.cases import crisis_weeks
from evalstore.drift.values import VALUES
from evalstore.systems import keyword_baseline
from evalstore.types.seeded_random import SeededRandom

PARTS = json.loads(language.FILE.read_text(encoding="utf-8"))["frames"]
ENTRIES = {split: crisis_weeks.labelled_entries("seed", split, 150) for split in language.SPLITS}
PAIRS = list(combinations(language.SPLITS, 2))
POOLS = [
    *map(language.aligned_acts, VALUES),
    *(acts for scenario in language.scenarios() for acts in scenario.acts.values()),
    language.neutral_acts(),
]


def begun(sentence, beginnings):
    """Return how a sentence begins and what follows, or None."""
    fitting = [one for one in beginnings if sentence.startswith(f"{one} ")]
    if not fitting:
        return None
    longest = max(fitting, key=len)
    return longest, sentence.removeprefix(longest).strip().rstrip(".")


def taken_apart(text):
    """Return the frame of an entry and its clauses, found again in its text."""
    time, first, *rest = text.replace(". ", ".\n").split("\n")
    opening, clause = begun(first, PARTS["openings"])
    second = begun(rest[0], PARTS["links"]) if rest else None
    link, other = second or ("", None)
    closing = "".join(rest[1:] if second else rest)
    return (time, opening, link, closing), [one for one in (clause, other) if one]


def frames_and_clauses(split):
    apart = [taken_apart(entry.text) for entry in ENTRIES[split]]
    return {frame for frame, _ in apart}, {clause for _, found in apart for clause in found}


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_no_entry_frame_or_clause_is_in_two_splits(one, other):
    """What one split writes, filled in or around it, the other never does; nor any persona."""
    frames, clauses = frames_and_clauses(one)
    other_frames, other_clauses = frames_and_clauses(other)

    assert len(frames) > 500
    assert all(link in {"", *PARTS["links"]} for _, _, link, _ in frames)
    assert all(closing in PARTS["closings"] for *_, closing in frames | other_frames)
    assert frames.isdisjoint(other_frames)
    assert clauses.isdisjoint(other_clauses)
    for name in ("text", "persona_id"):
        assert {getattr(entry, name) for entry in ENTRIES[one]}.isdisjoint(
            getattr(entry, name) for entry in ENTRIES[other]
        )


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_all_clauses_there_can_be_are_clauses_of_split(one, other):
    """Not only those drawn: no clause at all may be used by two splits."""
    mine, others = (
        {
            clause
            for acts in POOLS
            for found in language.clauses_of_split(acts, split)
            for clause in found
        }
        for split in (one, other)
    )

    assert mine.isdisjoint(others)


@pytest.mark.parametrize("split", language.SPLITS)
def test_every_split_can_say_everything(split):
    """Each list of acts leaves a split some acts, each with clauses, ten at least in all."""
    for acts in POOLS:
        found = language.clauses_of_split(acts, split)

        assert len(found) >= 3
        assert all(found)
        assert all(len(set(clauses)) == len(clauses) for clauses in found)
        assert sum(map(len, found)) >= 10


def test_there_are_hundreds_of_thousands_of_entries():
    """The clauses of the smallest split times its frames of one clause alone are that many."""
    rng = SeededRandom("frames")
    frames = {language.drawn_frame(rng, "test", is_double=False) for _ in range(2_000)}
    clauses = {
        clause
        for acts in POOLS
        for found in language.clauses_of_split(acts, "test")
        for clause in found
    }

    assert len(clauses) * len(frames) > 1_000_000


def test_the_splits_share_their_words():
    """Hardly a word of the test entries is new to who has read those of training."""
    words = {
        split: {word for entry in ENTRIES[split] for word in entry.text.lower().split()}
        for split in language.SPLITS
    }

    assert len(words["test"] - words["train"]) < 0.15 * len(words["test"])


def test_learning_helps_where_keywords_do_not():
    """Word pairs learned on one split tell most acts against a value; keywords miss most."""
    hashed = HashingVectorizer(ngram_range=(1, 2), n_features=2**14)
    truth = {
        split: np.array([[entry.labels.get(value, 0) for value in VALUES] for entry in entries])
        for split, entries in ENTRIES.items()
    }
    texts = {split: [entry.text for entry in entries] for split, entries in ENTRIES.items()}
    critic = Ridge(solver="sparse_cg").fit(hashed.transform(texts["train"]), truth["train"])
    learned = np.sign(critic.predict(hashed.transform(texts["test"])))
    counted = np.array(
        [[keyword_baseline.sign(value, text) for value in VALUES] for text in texts["test"]]
    )
    is_against = truth["test"] == -1
    is_for = truth["test"] == 1

    assert (learned == -1)[is_against].mean() > 0.8
    assert (counted == -1)[is_against].mean() < 0.5
    assert (learned == 1)[is_for].mean() > 0.9
    assert 0.6 < (counted == 1)[is_for].mean() < 0.9
