"""
Differences between two texts, word by word.

Words are compared by ``difflib`` without the white space after them. In scripts without spaces
between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese), each character with its marks is a
word. The cost is bounded: the common beginning and end of two texts are removed first, and if the
rest has too many equal pairs of words, it is compared by sentences, or treated as replaced.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from itertools import pairwise
from typing import Final

# Thai, Lao; Burmese; Khmer; kana; ideographs.
UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
# A full stop, also of an ideographic script, or a line break ends a sentence.
STOPS: Final = r".!?\u3002\uff01\uff1f\n"
SENTENCE: Final = re.compile(rf"[^{STOPS}]*[{STOPS}]*\s*")
# Maximum number of equal pairs of words: 200 occurrences of one word against 200 of the same.
# Replies of 300 words have about 3,000.
PAIR_COUNT_MAX: Final = 40_000
PLANE_LENGTH: Final = 0x10000


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A part of two texts, equal on both sides or different."""

    is_equal: bool
    left: str
    right: str


def differences(left: str, right: str) -> list[TextPiece]:
    """
    Return two texts as alternating equal and different pieces.

    >>> for piece in differences("It was 1990, I think.", "It was 1989, I think."):
    ...     print(piece.is_equal, repr(piece.left), repr(piece.right))
    True 'It was ' 'It was '
    False '1990' '1989'
    True ', I think.' ', I think.'
    """
    words = _words()
    return _differences(
        [match.group() for match in words.finditer(left)],
        [match.group() for match in words.finditer(right)],
        _by_sentence,
    )


def _by_sentence(left: str, right: str) -> list[TextPiece]:
    return _differences(
        [match.group() for match in SENTENCE.finditer(left) if match.group()],
        [match.group() for match in SENTENCE.finditer(right) if match.group()],
        _replaced,
    )


def _replaced(left: str, right: str) -> list[TextPiece]:
    return [TextPiece(is_equal=False, left=left, right=right)]


def _differences(
    left: Sequence[str], right: Sequence[str], otherwise: Callable[[str, str], list[TextPiece]]
) -> list[TextPiece]:
    """Compare parts of texts, by ``otherwise`` if there are too many equal pairs of parts."""
    left_keys, right_keys = [part.strip() for part in left], [part.strip() for part in right]
    head = _common_count(left_keys, right_keys)
    tail = _common_count(left_keys[head:][::-1], right_keys[head:][::-1])
    ends = len(left) - tail, len(right) - tail
    pieces = [_piece(left[:head], right[:head], is_equal=True)]
    inner = left_keys[head : ends[0]], right_keys[head : ends[1]]
    if _pair_count(*inner) > PAIR_COUNT_MAX:
        pieces += otherwise("".join(left[head : ends[0]]), "".join(right[head : ends[1]]))
    elif any(inner):
        for kind, left_start, left_end, right_start, right_end in _matched(*inner):
            pieces.append(
                _piece(
                    left[head + left_start : head + left_end],
                    right[head + right_start : head + right_end],
                    is_equal=kind == "equal",
                )
            )
    pieces.append(_piece(left[ends[0] :], right[ends[1] :], is_equal=True))
    return list(_joined(_absorbed([piece for piece in pieces if piece.left or piece.right])))


def _piece(left: Iterable[str], right: Iterable[str], *, is_equal: bool) -> TextPiece:
    return TextPiece(is_equal, "".join(left), "".join(right))


def _common_count(left: Sequence[str], right: Sequence[str]) -> int:
    pairs = zip(left, right, strict=False)
    shorter = min(len(left), len(right))
    return next((place for place, (part, other) in enumerate(pairs) if part != other), shorter)


def _pair_count(left: Sequence[str], right: Sequence[str]) -> int:
    """Return the number of pairs of equal parts, to which the cost of difflib is proportional."""
    counts = Counter(right)
    return sum(counts[part] for part in left)


def _matched(
    left: Sequence[str], right: Sequence[str]
) -> Sequence[tuple[str, int, int, int, int]]:
    return SequenceMatcher(None, left, right, autojunk=False).get_opcodes()


def _absorbed(pieces: Sequence[TextPiece]) -> Iterator[TextPiece]:
    """
    Yield the pieces, with short equal pieces between two longer differences made different.

    Such pieces are equal by chance. The rule is the semantic cleanup of Fraser's
    diff-match-patch, with half its length.
    """
    padded = [TextPiece(is_equal=True, left="", right=""), *pieces, TextPiece(True, "", "")]
    for place, piece in enumerate(pieces, start=1):
        before, after = padded[place - 1], padded[place + 1]
        is_between = not before.is_equal and not after.is_equal
        shortest = min(max(len(side.left), len(side.right)) for side in (before, after))
        if piece.is_equal and is_between and 2 * len(piece.left.strip()) <= shortest:
            yield TextPiece(is_equal=False, left=piece.left, right=piece.right)
        else:
            yield piece


def _joined(pieces: Iterable[TextPiece]) -> Iterator[TextPiece]:
    """Join adjacent pieces that are both equal or both different."""
    held: TextPiece | None = None
    for piece in pieces:
        if held is not None and held.is_equal == piece.is_equal:
            held = TextPiece(piece.is_equal, held.left + piece.left, held.right + piece.right)
            continue
        if held is not None:
            yield held
        held = piece
    if held is not None:
        yield held


@cache
def _words() -> re.Pattern[str]:
    """
    Return the pattern of a word and the white space after it.

    A word is a character of a script without spaces, a number, a sequence of letters or another
    sign, each with its combining marks, or white space at the beginning of a text.
    """
    mark = f"[{_marks()}]"
    letter = rf"(?:(?![{UNSPACED}])\w|{mark})"
    parts = (
        rf"[{UNSPACED}]{mark}*",
        r"\d+(?:[.,]\d+)*",
        rf"{letter}+(?:['\u2019]{letter}+)*",
        rf"[^\w\s](?:{mark}|\u200d\S)*",
    )
    return re.compile(rf"(?:{'|'.join(parts)})\s*|\s+")


def _marks() -> str:
    """Return the combining marks of the first plane as ranges of a character class."""
    places = [
        place for place in range(PLANE_LENGTH) if unicodedata.category(chr(place)).startswith("M")
    ]
    starts = [places[0], *(later for earlier, later in pairwise(places) if later > earlier + 1)]
    ends = [*(earlier for earlier, later in pairwise(places) if later > earlier + 1), places[-1]]
    ranges = (f"{chr(start)}-{chr(end)}" for start, end in zip(starts, ends, strict=True))
    return "".join(ranges)
