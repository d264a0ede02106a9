"""A critic doubts texts of words it has not learned, and says so by ranks among those it knows."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

pytest.importorskip("torch")

from evalstore.suites.drift.engine.critic.domain import LEVEL, Domain, fitted

TEXTS = (
    "I cancelled on Maya again, again for work",
    "I kept my word to Maya",
    "We don\N{RIGHT SINGLE QUOTATION MARK}t talk, and the river was high",
    "Work, work, work",
)
KNOWN = fitted(TEXTS, TEXTS)


def test_novelty_is_the_mean_idf_of_scikit_learn():
    """Of a text's pairs, each with the smoothed idf that a TfidfVectorizer has for it."""
    bounded = [f"\N{WHITE SQUARE} {text} \N{WHITE SQUARE}" for text in TEXTS]
    plain = [text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") for text in bounded]
    pattern = r"[^\W_]+(?:'[^\W_]+)*|\N{WHITE SQUARE}"
    vectorizer = TfidfVectorizer(ngram_range=(2, 2), token_pattern=pattern).fit(plain)
    idf = dict(zip(vectorizer.get_feature_names_out(), vectorizer.idf_, strict=True))
    expected = [np.mean([idf[pair] for pair in vectorizer.build_analyzer()(one)]) for one in plain]

    assert np.allclose(expected, KNOWN.novelty(TEXTS))


def test_what_is_unknown_is_most_novel():
    """Unknown words, another script, no word and half a character: the idf of a pair of none."""
    texts = ["zebra xylophone", "\u4eca\u65e5\u306f", "", "?!", "\ud800"]

    assert pytest.approx([math.log(5) + 1] * 5) == KNOWN.novelty(texts).tolist()
    assert [1.0] * 5 == KNOWN.doubts(texts).tolist()


def test_known_words_in_another_order_are_novel():
    """A text is known by its pairs, so a bag of known words is none."""
    ordered, jumbled = KNOWN.novelty(["I kept my word to Maya", "Maya to word my kept I"])

    assert ordered < jumbled


def test_the_texts_it_learned_from_are_not_in_doubt():
    """A training text is not more novel than what the critic has not learned from."""
    known = fitted(TEXTS, ["we met at noon", "nobody came", *TEXTS])

    assert [0.0] * len(TEXTS) == known.doubts(TEXTS).tolist()


@settings(deadline=None)
@given(st.lists(st.sampled_from(TEXTS) | st.text(), min_size=1, max_size=60), st.integers(1, 5))
def test_doubt_is_counted(validation, together):
    """By brute force: the validation texts that are at least as novel, times the texts read."""
    known = fitted(TEXTS, validation)
    usual = known.novelty(validation)
    texts = [*TEXTS, "nothing of this", "", "I kept the river"]
    expected = []
    for novelty in known.novelty(texts):
        count = sum(one >= novelty - 1e-9 for one in usual)
        expected.append(max(0.0, 1.0 - together * count / (LEVEL * (len(usual) + 1))))

    assert np.allclose(expected, known.doubts(texts, together))


@settings(deadline=None)
@given(st.integers(1, 300), st.integers(1, 5))
def test_few_texts_of_the_domain_are_in_doubt(count, together):
    """Of count + 1 ranks, as exchangeable as they come, the share in doubt is as declared."""
    ranks = np.arange(count + 1)
    in_doubt = (1.0 - together * ranks / (LEVEL * (count + 1)) > 0).mean()

    assert in_doubt <= LEVEL / together + 1 / (count + 1)


@settings(deadline=None)
@given(st.lists(st.text(), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_company_and_order_do_not_matter(texts, draws):
    """Each text has its own novelty, whatever stands beside it."""
    order = list(range(len(texts)))
    draws.shuffle(order)

    shuffled = KNOWN.doubts([texts[place] for place in order])

    assert (KNOWN.doubts(texts)[order] == shuffled).all()


def test_it_comes_back_from_its_arrays():
    """The arrays are all that it is."""
    again = Domain(KNOWN.arrays())

    assert (KNOWN.novelty(TEXTS) == again.novelty(TEXTS)).all()


@pytest.mark.parametrize(
    "wrong",
    [
        {"usual": np.zeros(0)},
        {"usual": np.array([np.nan])},
        {"pairs": np.zeros(3, np.float32)},
        {"frequencies": np.zeros(1, np.uint32)},
    ],
)
def test_arrays_of_another_kind_are_refused(wrong):
    """Empty, of another type or length, or not finite: no domain."""
    with pytest.raises(ValueError, match=r"is not a non-empty list of|do not match in length"):
        Domain({**KNOWN.arrays(), **wrong})
