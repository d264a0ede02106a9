"""Whatever a model replies, what is kept rests on failures that it was shown."""

from hypothesis import given
from hypothesis import strategies as st

from evalstore.reviews.failure_groups.groups import Dropped, FailureGroup, GroupSentence, merged
from evalstore.reviews.failure_groups.merging import joined
from evalstore.reviews.failure_groups.prompts import batches, case_part, task, tokens_of
from evalstore.reviews.failure_groups.reading import KnownCases, read_groups, read_merged
from evalstore.reviews.failure_groups.wrong_replies import WrongReply

RUN = frozenset(f"c{number}" for number in range(9))
FAILED = frozenset(f"c{number}" for number in range(6))
SHOWN = frozenset(f"c{number}" for number in range(4))
NAMES = st.sampled_from([*sorted(RUN), "c99", "", "<|x|>"])
TEXTS = st.sampled_from(["They lie.", "they  lie", "Dates.", "", "\x00\x1b", "\ud800", "x" * 2000])


def replies(names, key):
    """Return a strategy for replies by the schema."""
    sentence = st.fixed_dictionaries({"text": TEXTS, key: st.lists(names, max_size=4)})
    group = st.fixed_dictionaries({"title": TEXTS, "sentences": st.lists(sentence, max_size=4)})
    return st.fixed_dictionaries({"groups": st.lists(group, max_size=4)})


def sentences_of(groups):
    return [sentence for group in groups for sentence in group.sentences]


@given(replies(NAMES, "case_ids"))
def test_every_kept_sentence_rests_on_shown_failures(told):
    """And each sentence of the reply is kept, merged with another or dropped: none is lost."""
    assert task("group").checker.is_valid(told)
    dropped = Dropped()
    groups = merged(read_groups(told, KnownCases(RUN, FAILED, SHOWN), dropped), dropped)
    kept = sentences_of(groups)

    assert all(sentence.case_ids and set(sentence.case_ids) <= SHOWN for sentence in kept)
    assert all(sentence.text.encode() for sentence in kept)
    said_count = sum(len(group["sentences"]) for group in told["groups"])
    assert said_count == len(kept) + dropped.total_count + dropped.duplicate_count
    sizes = [len(group.case_ids) for group in groups]
    assert sizes == sorted(sizes, reverse=True)


GROUPS = [
    FailureGroup("A", (GroupSentence("a", ("c0", "c1")), GroupSentence("b", ("c2",)))),
    FailureGroup("B", (GroupSentence("c", ("c3",)),)),
]


@given(replies(st.integers(-1, 5) | st.just(1.0), "sentence_numbers"))
def test_a_merge_loses_and_invents_no_case(told):
    """The cases before and after are the same."""
    assert task("merge").checker.is_valid(told)
    found = read_merged(told, GROUPS, Dropped())

    assert {"c0", "c1", "c2", "c3"} == {name for group in found for name in group.case_ids}


class Joiner:
    """A model that joins all that it is shown into one sentence; ``sizes`` are its questions."""

    def __init__(self):
        self.sizes = []

    def ask_all(self, asked, parts, on_asked=None):
        assert asked is task("merge")
        self.sizes += [len(each) for each in parts]
        counts = [sum(part.text.count('"number"') for part in each) for each in parts]
        return [
            {"groups": [{"title": "One", "sentences": [
                {"text": "All.", "sentence_numbers": list(range(1, count + 1))}
            ]}]}
            for count in counts
        ]  # fmt: skip


@given(st.integers(2, 30), st.integers(40, 400))
def test_many_batches_are_joined_in_several_passes(lot_count, tokens_max):
    """Whatever fits into one question; where no two do, they stand side by side."""
    lots = [
        [FailureGroup(f"g{place}", (GroupSentence(f"s{place}", (f"c{place:02}",)),))]
        for place in range(lot_count)
    ]
    joiner = Joiner()
    found = joined(list(lots), joiner, Dropped(), tokens_max=tokens_max)

    cases = [name for lot in found for group in lot for name in group.case_ids]
    assert [f"c{place:02}" for place in range(lot_count)] == sorted(cases)
    assert all(size > 1 for size in joiner.sizes)
    assert len(found) == 1 or tokens_max < 100


@given(st.lists(st.integers(0, 300), max_size=30), st.integers(1, 200), st.integers(1, 9))
def test_batches_hold_everything_once_and_fit(lengths, tokens_max, count_max):
    """In order; only a part that is too long by itself passes the limit."""
    parts = [
        case_part(1, WrongReply(f"c{length}", "", "", (), "x" * length, "", "", ""))
        for length in lengths
    ]
    found = batches(parts, tokens_max, count_max)

    assert list(range(len(parts))) == [place for places in found for place in places]
    for places in found:
        assert len(places) <= count_max
        assert len(places) == 1 or sum(tokens_of(parts[at]) for at in places) <= tokens_max
