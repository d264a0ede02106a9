"""The splits share a language and no sentence, so that learning helps and memory does not."""

import json
import re
from itertools import combinations

import numpy as np
import pytest
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import Ridge

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.drift.cases import crisis_weeks
from evalstore.suites.drift.crisis import crisis_language as language
from evalstore.suites.drift.engine.values import VALUES
from evalstore.suites.drift.systems import keyword_baseline

PARTS = json.loads(language.FILE.read_text(encoding="utf-8"))["frames"]
ENTRIES = {split: crisis_weeks.labelled_entries("seed", split, 150) for split in language.SPLITS}
PAIRS = list(combinations(language.SPLITS, 2))
WORDINGS = [("train", "seen"), *((s, a) for s in ("validation", "test") for a in language.ACTS)]
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


@pytest.mark.parametrize(("one", "other"), list(combinations(WORDINGS, 2)))
def test_no_clause_there_can_be_is_in_two_wordings(one, other):
    """Not only those drawn: no clause at all may be used by two splits, nor as seen and unseen."""
    mine, others = (
        {
            clause
            for acts in POOLS
            for found in language.Wording(split, kind).clauses(acts)
            for clause in found
        }
        for split, kind in (one, other)
    )

    assert mine.isdisjoint(others)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_whole_acts_belong_to_one_split(one, other):
    """Whatever its gaps are filled with, an act of one split is not in another's list."""
    for acts in POOLS:
        mine, others = language.acts_of_split(acts, one), language.acts_of_split(acts, other)

        assert mine
        assert set(mine).isdisjoint(others)
    assert all(
        sorted(acts)
        == sorted(act for split in language.SPLITS for act in language.acts_of_split(acts, split))
        for acts in POOLS
    )


@pytest.mark.parametrize("split", ["validation", "test"])
def test_seen_acts_are_those_of_training_in_other_words(split):
    """With acts=seen an act is one of the train split's, and no filling of it is training's."""
    for acts in POOLS:
        learned = {
            clause for found in language.Wording("train", language.SEEN).clauses(acts)
            for clause in found
        }  # fmt: skip
        shown = [
            clause for found in language.Wording(split, language.SEEN).clauses(acts)
            for clause in found
        ]  # fmt: skip
        patterns = [
            re.sub(r"\\\{\w+\\\}", ".+", re.escape(act))
            for act in language.acts_of_split(acts, "train")
        ]

        assert shown
        assert learned.isdisjoint(shown)
        assert all(any(re.fullmatch(one, clause) for one in patterns) for clause in shown)


@pytest.mark.parametrize("split", language.SPLITS)
def test_every_split_can_say_everything(split):
    """Each list of acts leaves a split three acts at least, each with clauses."""
    for acts in POOLS:
        kind = language.SEEN if split == "train" else language.UNSEEN
        found = language.Wording(split, kind).clauses(acts)

        assert len(found) >= 3
        assert all(found)
        assert all(len(set(clauses)) == len(clauses) for clauses in found)


def test_there_are_hundreds_of_thousands_of_entries():
    """The clauses of the smallest split times its frames of one clause alone are that many."""
    rng = SeededRandom("frames")
    wording = language.Wording("test")
    frames = {wording.frame(rng, is_double=False) for _ in range(2_000)}
    clauses = {clause for acts in POOLS for found in wording.clauses(acts) for clause in found}

    assert len(clauses) * len(frames) > 1_000_000


def test_the_splits_share_most_words():
    """Three in four words of the test entries are known to who has read those of training."""
    words = {
        split: {word for entry in ENTRIES[split] for word in entry.text.lower().split()}
        for split in language.SPLITS
    }

    assert len(words["test"] - words["train"]) < 0.3 * len(words["test"])


def truth_of(entries):
    return np.array([[entry.labels.get(value, 0) for value in VALUES] for entry in entries])


@pytest.mark.sweep
def test_what_is_learned_of_seen_acts_is_not_known_of_unseen_ones():
    """Word pairs tell seen acts against a value in other fillings, and few acts never seen."""
    hashed = HashingVectorizer(ngram_range=(1, 2), n_features=2**14)
    critic = Ridge(solver="sparse_cg").fit(
        hashed.transform(entry.text for entry in ENTRIES["train"]), truth_of(ENTRIES["train"])
    )
    shares = {}
    for acts in language.ACTS:
        entries = crisis_weeks.labelled_entries("seed", "test", 150, acts)
        found = np.sign(critic.predict(hashed.transform(entry.text for entry in entries)))
        shares[acts] = (found == -1)[truth_of(entries) == -1].mean()

    assert shares["seen"] > 0.6
    assert shares["unseen"] < 0.4


@pytest.mark.sweep
def test_keywords_tell_some_acts_and_miss_most_against_a_value():
    """So the task is neither trivial nor hopeless for who knows words alone."""
    counted = np.array(
        [
            [keyword_baseline.sign(value, entry.text) for value in VALUES]
            for entry in ENTRIES["test"]
        ]
    )
    truth = truth_of(ENTRIES["test"])

    assert 0.05 < (counted == -1)[truth == -1].mean() < 0.5
    assert 0.3 < (counted == 1)[truth == 1].mean() < 0.9
