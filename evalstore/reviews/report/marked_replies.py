"""Two replies with their differences marked, as HTML: <del> on the left, <ins> on the right."""

from dataclasses import dataclass
from typing import Final, Literal

from markupsafe import Markup, escape

from evalstore.reviews.charts.drawing.numbers import counted
from evalstore.reviews.charts.drawing.text import visible
from evalstore.reviews.report.untrusted import Excerpt
from evalstore.reviews.report.word_differences import TextPiece, differences

# Characters kept on each side of an omitted passage that both replies share.
CONTEXT_LENGTH: Final = 200
GAP_LENGTH_MIN: Final = 200
SAME: Final = "The two replies are the same."
SAME_WORDS: Final = "The two replies differ in white space only."
SAME_SHOWN: Final = "The two replies are the same as far as they are compared."


@dataclass(frozen=True)
class MarkedReplies:
    """Both replies, escaped and marked; ``note`` is about cut or equal replies."""

    left: Markup
    right: Markup
    note: str = ""


def marked_replies(left: Excerpt, right: Excerpt) -> MarkedReplies:
    """
    Return two replies, or the beginnings of long ones, with their differences marked.

    >>> from evalstore.reviews.report.untrusted import Excerpt
    >>> marked = marked_replies(Excerpt("In 1990.", 8), Excerpt("In <b>.", 7))
    >>> print(marked.left)
    In <del>1990</del>.
    >>> print(marked.right)
    In <ins>&lt;b&gt;</ins>.
    """
    before, after = visible(left.text), visible(right.text)
    pieces = differences(before, after)
    notes = _cuts(left, right)
    if all(piece.is_equal for piece in pieces):
        notes.append(_sameness(before == after, is_cut=bool(notes)))
    return MarkedReplies(
        _marked(pieces, "del", [piece.left for piece in pieces]),
        _marked(pieces, "ins", [piece.right for piece in pieces]),
        " ".join(notes),
    )


def unmarked_replies(left: Excerpt, right: Excerpt) -> MarkedReplies:
    """Return two texts without marks; either may be empty."""
    notes = _cuts(left, right)
    return MarkedReplies(escape(visible(left.text)), escape(visible(right.text)), " ".join(notes))


def _cuts(left: Excerpt, right: Excerpt) -> list[str]:
    return [
        f"On the {side} the first {len(excerpt.text):,} of {excerpt.length:,} characters are "
        "compared; the event has the full text."
        for side, excerpt in (("left", left), ("right", right))
        if excerpt.is_cut
    ]


def _sameness(is_same: bool, *, is_cut: bool) -> str:
    if not is_same:
        return SAME_WORDS
    return SAME_SHOWN if is_cut else SAME


def _marked(pieces: list[TextPiece], element: Literal["del", "ins"], texts: list[str]) -> Markup:
    """Join the texts of one side in the order of the pieces, with changed ones marked."""
    parts = []
    for place, (piece, text) in enumerate(zip(pieces, texts, strict=True)):
        if piece.is_equal:
            is_first, is_last = place == 0, place == len(pieces) - 1
            parts.append(_shortened(text, is_first=is_first, is_last=is_last))
        elif text:
            parts.append(_mark(text, element))
    return Markup().join(parts)


def _mark(text: str, element: Literal["del", "ins"]) -> Markup:
    """Mark a text without its trailing white space."""
    shown = text.rstrip() or text
    ending = text[len(shown) :]
    if element == "del":
        return Markup("<del>{}</del>{}").format(shown, ending)
    return Markup("<ins>{}</ins>{}").format(shown, ending)


def _shortened(text: str, *, is_first: bool, is_last: bool) -> Markup:
    """
    Leave out the middle of a long passage that both replies share.

    The first passage loses its beginning too, and the last one its end; a passage that is the
    whole of both replies keeps its beginning.
    """
    head_length = 0 if is_first and not is_last else CONTEXT_LENGTH
    tail_length = 0 if is_last else CONTEXT_LENGTH
    gap_length = len(text) - head_length - tail_length
    if gap_length < GAP_LENGTH_MIN:
        return escape(text)
    gap = Markup('<span class="gap">[{} alike]</span>').format(counted(gap_length, "character"))
    tail = text[len(text) - tail_length :]
    return escape(text[:head_length]) + gap + escape(tail)
