"""Hashed words weigh as TF-IDF says they do, and mean the same on every machine."""

import math
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

pytest.importorskip("torch")

from evalstore.suites.drift.engine.critic.feature_rows import DenseRows
from evalstore.suites.drift.engine.critic.features import hashed
from evalstore.suites.drift.engine.critic.settings import CriticSettings

WIDE = CriticSettings(feature_count=1 << 20)
TEXTS = (
    "I cancelled on Maya again, again for work",
    "I kept my word to Maya",
    "We don\N{RIGHT SINGLE QUOTATION MARK}t talk, and the river was high",
    "Work, work, work",
)


def dense(rows):
    """All columns of sparse rows: float32 [n, width]."""
    found = np.zeros((len(rows), rows.width), np.float32)
    found[np.repeat(np.arange(len(rows)), np.diff(rows.offsets)), rows.columns] = rows.values
    return found


def test_rows_are_those_of_scikit_learn():
    """Without collisions each row holds the numbers of a TfidfVectorizer, in other columns."""
    vectorizer = TfidfVectorizer(
        sublinear_tf=True, ngram_range=(1, 2), token_pattern=r"[^\W_]+(?:'[^\W_]+)*"
    )
    plain = [text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") for text in TEXTS]
    found = vectorizer.fit_transform(plain).toarray()
    columns = [
        zlib.crc32(gram.encode()) % WIDE.feature_count
        for gram in vectorizer.get_feature_names_out()
    ]
    assert len(columns) == len(set(columns))

    actual = dense(hashed.fitted(TEXTS, WIDE).rows(TEXTS))

    assert np.allclose(found, actual[:, columns], atol=1e-6)
    assert np.count_nonzero(found) == np.count_nonzero(actual)


def test_a_word_that_no_training_text_has_counts_nothing():
    """Its bucket was never learned, so a text of such words alone is an empty row."""
    made = hashed.fitted(TEXTS, WIDE)

    assert 0.0 == np.abs(dense(made.rows(["zebra xylophone"]))).sum()


def test_buckets_are_the_same_everywhere():
    """The bucket of a word is its CRC-32, frozen here."""
    row = hashed.fitted(["river"], CriticSettings(feature_count=4096)).rows(["river"])

    assert [zlib.crc32(b"river") % 4096] == row.columns.tolist()
    assert [1835] == row.columns.tolist()


@settings(deadline=None)
@given(st.lists(st.text(), max_size=6))
def test_any_text_has_a_row(texts):
    """Rows are finite, at least 0 and of length 1 or 0, whatever the text holds."""
    rows = dense(hashed.fitted(texts, CriticSettings(feature_count=64)).rows(texts))
    lengths = np.linalg.norm(rows, axis=1)

    assert (len(texts), 64) == rows.shape
    assert (rows >= 0).all()
    assert all(math.isclose(found, round(found), abs_tol=1e-5) for found in lengths)


def test_lone_surrogates_are_read():
    """Half a character in a text is no reason to fail."""
    rows = hashed.fitted(["\ud800 word"], WIDE).rows(["\ud800 word", "word \ud800"])

    assert 2 == len(rows)


@settings(deadline=None)
@given(st.lists(st.sampled_from(TEXTS), min_size=1), st.data())
def test_rows_are_taken_in_order(texts, data):
    """Rows at some places are those rows, in that order, repeated where asked for."""
    rows = hashed.fitted(texts, CriticSettings(feature_count=64)).rows(texts)
    places = data.draw(st.lists(st.integers(0, len(texts) - 1), max_size=8))
    chosen = np.array(places, np.int64)
    expected = dense(rows)[chosen]

    assert (expected == dense(rows.taken(chosen))).all()
    assert (expected == DenseRows(dense(rows)).taken(chosen).values).all()
