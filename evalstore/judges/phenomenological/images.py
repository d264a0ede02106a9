"""
Images: those of a prompt, their forms and parts, and others that a reply interprets.

The vocabulary is ``data/phenomenological/images.toml``.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evalstore.base.word_file import word_file

FILE = Path(__file__).parent / "data" / "images.toml"
IRREGULAR: Mapping[str, str] = word_file(FILE)["irregular"]
JOINING = frozenset(["and", "or", ","])
DEFINITE = frozenset(["the", "that", "this", "your", "these", "those", "each", "every"])
# At most this many words precede a subject in its clause: "with a bridge comes trust".
SUBJECT_WORDS = 3
LISTING = JOINING | {"the", "a", "an", "your", "this", "that", "nor", "then"}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """
    The known images.

    ``image_of`` maps each form to its image; ``parts`` maps an image to its parts; ``shared`` are
    parts that belong to several images or are images themselves.
    """

    image_of: Mapping[str, str]
    parts: Mapping[str, tuple[str, ...]]
    shared: frozenset[str]


@dataclass(frozen=True, slots=True)
class PromptImages:
    """
    The names by which a reply may refer to the images of a prompt.

    ``named`` are the forms of its images. ``own`` matches one of them, or a part of no other
    image; ``shared`` matches a part of other images as well. ``held`` are all words that do not
    count as another image.
    """

    named: frozenset[str]
    own: re.Pattern[str] | None
    shared: re.Pattern[str] | None
    held: frozenset[str]

    def named_in(self, text: str, *, with_shared: bool = True) -> re.Match[str] | None:
        """Return the match of an image's name in a sentence, names in ``own`` first; else None."""
        match = self.own.search(text) if self.own else None
        if match is None and with_shared and self.shared:
            match = self.shared.search(text)
        return match

    def others(self, text: str, acts: frozenset[str]) -> Iterator[tuple[str, int, bool]]:
        """
        Yield each image in a sentence that is not in the prompt.

        Also yield the position after it, and whether it may be the subject of a clause: it follows
        a definite word ("the bridge"), is among the first words without one of ``acts`` before it
        ("light a candle"), or is in a list with other images.
        """
        image_of = vocabulary().image_of
        words = text.split()
        end = 0
        for place, word in enumerate(words):
            end += len(word) + 1
            if word in image_of and word not in self.held:
                rest, before = words[place + 1 :], words[:place][::-1]
                opening = before.index(",") if "," in before else place
                is_first = opening < SUBJECT_WORDS and acts.isdisjoint(before[:opening])
                is_subject = is_first or (place > 0 and before[0] in DEFINITE)
                is_listed = self._is_image(rest) or self._is_image(before)
                yield image_of[word], end, is_subject or is_listed

    def _is_image(self, words: list[str]) -> bool:
        """Return whether the words begin with a comma, "and" or "or", followed by an image."""
        for place, word in enumerate(words):
            if word not in LISTING:
                is_image = word in self.named or word in vocabulary().image_of
                return is_image and not JOINING.isdisjoint(words[:place])
        return False


def prompt_images(
    images: Collection[str], words: Iterable[str], excluded: Collection[str]
) -> PromptImages:
    """Return the names of these images; ``words`` are other words of the case that may occur."""
    named = {form for image in images for form in forms(image)}
    parts = {part for form in named for part in vocabulary().parts.get(form, ())} - named
    shared = parts & vocabulary().shared
    held = named | parts | {form for word in words for form in forms(word)}
    return PromptImages(
        named=frozenset(named),
        own=_pattern((named | parts) - shared, excluded),
        shared=_pattern(shared, excluded),
        held=frozenset(held),
    )


def _pattern(words: Collection[str], excluded: Collection[str]) -> re.Pattern[str] | None:
    wanted = sorted(set(words) - set(excluded))
    return re.compile(rf" (?:{'|'.join(map(re.escape, wanted))}) ") if wanted else None


def forms(image: str) -> Iterator[str]:
    """Yield the forms of an image in singular and plural; irregular ones only if listed."""
    head, space, last = image.rpartition(" ")
    spellings = {last, f"{last}s", f"{last}es", f"{last}ness", IRREGULAR.get(last, last)}
    if last.endswith("s") and not last.endswith("ss"):
        spellings.add(last[:-1])
    if last.endswith("ies"):
        spellings.add(f"{last[:-3]}y")
    if last.endswith("y"):
        spellings.add(f"{last[:-1]}ies")
    yield from sorted(f"{head}{space}{form}" for form in spellings)


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary of images, read once."""
    data = word_file(FILE)
    parts = {image: tuple(text.split()) for image, text in data["parts"].items()}
    image_of = {form: image for image in data["images"].split() for form in forms(image)}
    named = {form for image in parts for form in forms(image)} | image_of.keys()
    counts = Counter(part for group in parts.values() for part in group)
    return Vocabulary(
        image_of=image_of,
        parts=parts,
        shared=frozenset(word for word in counts if counts[word] > 1 or word in named),
    )
