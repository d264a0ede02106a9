"""Differences of two texts: nothing is lost, words are whole, and the cost is bounded."""

import random

import pytest

from evalstore.reviews.report import word_differences
from evalstore.reviews.report.marked_replies import marked_replies
from evalstore.reviews.report.untrusted import Excerpt
from evalstore.reviews.report.word_differences import PAIR_COUNT_MAX, differences

PAIRS = (
    ("", ""),
    ("", "all of it"),
    ("the same", "the same"),
    (" begins with space", "begins with space \n"),
    ("It was 3.14, I think.", "It was 3.15, I think."),
    ("東京は日本の首都です。", "大阪は日本の首都です。"),
    ("กรุงเทพเป็นเมืองหลวง", "เชียงใหม่เป็นเมืองหลวง"),
    ("a b " * 3000, "b a c " * 3000),
    ("x" * 100_000, "y" * 100_000),
    ("\u0301\u202e\u200d👩\u200d👩\u200d👧 \x00", "👩\u200d👩 \x1b[31m"),
)


def excerpt(text, length=None):
    return Excerpt(text, len(text) if length is None else length)


def changed(left, right):
    return [(piece.left, piece.right) for piece in differences(left, right) if not piece.is_equal]


def test_pieces_join_to_both_texts():
    """Whatever the texts are, the pieces of a side are the text of that side."""
    dice = random.Random(1)
    drawn = [
        tuple(" ".join(dice.choices("abcde", k=dice.randrange(40))) for _ in range(2))
        for _ in range(200)
    ]
    lost = [
        pair
        for pair in (*PAIRS, *drawn)
        if pair
        != tuple("".join(getattr(piece, side) for piece in differences(*pair))
                 for side in ("left", "right"))
    ]  # fmt: skip

    assert not lost


def test_words_and_numbers_are_whole():
    """A word, a number with its point, and a word with an apostrophe differ as one."""
    assert changed("It isn't 3.14 metres", "It wasn't 3.15 metres") == [
        ("isn't 3.14 ", "wasn't 3.15 ")
    ]


def test_scripts_without_spaces_are_compared_by_character():
    """Of a Chinese, Japanese or Thai sentence the part that differs is marked, not all of it."""
    assert changed("东京是日本的首都", "大阪是日本的首都") == [("东京", "大阪")]
    assert changed("東京は首都です", "大阪は首都です") == [("東京", "大阪")]
    [(left, right)] = changed("กรุงเทพเป็นเมืองหลวง", "เชียงใหม่เป็นเมืองหลวง")
    assert (left, right) == ("กรุงเทพ", "เชียงใหม่")


def test_combining_marks_stay_with_their_letter():
    """No difference begins with a combining mark, which would be drawn on the mark's edge."""
    [(left, right)] = changed("हिन्दी भाषा", "हिन्दू भाषा")

    assert (left.strip(), right.strip()) == ("हिन्दी", "हिन्दू")


def test_chance_agreement_is_no_agreement():
    """A short word between two longer differences counts as different."""
    assert len(changed("Paris is where it began", "Nobody knows is what I said")) == 1


def test_the_cost_is_bounded(monkeypatch):
    """difflib never sees more equal pairs than the limit, whatever the texts."""
    seen = []
    matched = word_differences._matched

    def counting(left, right):
        seen.append(word_differences._pair_count(left, right))
        return matched(left, right)

    monkeypatch.setattr(word_differences, "_matched", counting)
    for left, right in (("a b " * 4000, "b a c " * 4000), ("a. " * 9000, "b. a. " * 9000)):
        differences(left, right)

    assert all(count <= PAIR_COUNT_MAX for count in seen)


@pytest.mark.parametrize(
    ("left", "right", "note"),
    [
        ("same", "same", "The two replies are the same."),
        ("same  words", "same words", "The two replies differ in white space only."),
    ],
)
def test_no_mark_is_explained(left, right, note):
    """Where nothing is marked the note says why."""
    marked = marked_replies(excerpt(left), excerpt(right))

    assert "<" not in marked.left + marked.right
    assert marked.note == note


def test_a_cut_text_is_not_called_the_same():
    """Two long texts that begin alike are only said to be the same as far as they are compared."""
    marked = marked_replies(excerpt("same", 9000), excerpt("same", 9001))

    assert "9,000 characters" in marked.note
    assert "9,001 characters" in marked.note
    assert marked.note.endswith("as far as they are compared.")


def test_markup_of_a_model_stays_text():
    """A reply that brings marks of its own gets them escaped."""
    marked = marked_replies(excerpt("a <del>b</del> c"), excerpt("a <ins>b</ins> c"))

    assert "&lt;" in marked.left
    assert marked.left.count("<del>") == marked.left.count("</del>") == 2
    assert "<ins>" not in marked.left


def test_long_passages_alike_are_left_out():
    """What both have for thousands of characters is counted, with words around the difference."""
    text = "word " * 1000
    marked = marked_replies(excerpt(text + "left " + text), excerpt(text + "right " + text))

    assert "<del>left</del>" in marked.left
    assert marked.right.count("characters alike]") == 2
    assert len(marked.left) < 600
