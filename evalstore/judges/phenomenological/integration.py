"""Interpretations in a reply of the prompt's images, and of images that the prompt lacks."""

import re

from evalstore.judges.phenomenological.cues import cues
from evalstore.judges.phenomenological.images import LISTING
from evalstore.judges.phenomenological.reply import OPENING_POINTER, POINTER_WORDS, ParsedReply
from evalstore.judges.text.phrases import PhraseMatch, Phrases, find

ADDRESSED = re.compile(r"(?<= )(?:you|your|yours|yourself|those who) ")
# Words after an image and its verb that make a likeness: "fire is not food but a teacher".
LIKENED = re.compile(
    r"(?:not |also |perhaps |maybe |only )*(?:,|a|an|the|like|for|what|where|how|\w+ing) "
)
QUESTIONS = frozenset(["have", "did", "do", "does", "shall", "should", "why", "can"])
WISHED = re.compile(r"(?<= )(?:want|wants|wanted|wish|wished|dreamed|dreamt) ")
# A reply that names more other images than this is a list of images.
OTHERS_NAMED_MAX = 6


def readings(reading: ParsedReply, *, is_practical: bool) -> list[PhraseMatch]:
    """
    Return the phrases of meaning about an image of the prompt; an empty list if there are none.

    Phrases about the dream or wish as a whole count only in addition, since they fit any prompt.
    """
    about_image, about_it = _topics(reading)
    matches = _about(reading, cues().beside_the_image, about_image)
    matches += _about(reading, cues().symbolic, about_it)
    read = {match.sentence for match in matches}
    matches += [
        match
        for match in _figures(reading, about_image, is_practical)
        if match.sentence not in read
    ]
    is_tied = any(
        about_image[match.sentence] and not _is_a_step(reading, match) for match in matches
    )
    return matches if is_tied else []


def _is_a_step(reading: ParsedReply, phrase: PhraseMatch) -> bool:
    """Return whether a phrase without an image is part of a step, as in "you could draw it"."""
    if reading.images.named_in(f" {phrase.words} "):
        return False
    steps = find(cues().orientation, [reading.without_repetition[phrase.sentence]])
    return any(step.start < phrase.end and phrase.start < step.end for step in steps)


def _topics(reading: ParsedReply) -> tuple[list[bool], list[bool]]:
    """Return which sentences are about an image, and which about it or the prompt as a whole."""
    about_image: list[bool] = []
    about_it: list[bool] = []
    for place, text in enumerate(reading.sentence_texts):
        words = text.split()
        is_continuation = place > 0 and reading.is_continuation[place]
        is_same_image = (
            is_continuation
            and about_image[-1]
            and reading.is_statement[place - 1]
            and not cues().whole & set(words[: POINTER_WORDS + 1])
        )
        is_image = reading.names_image[place] or is_same_image
        is_whole = bool(cues().whole & set(words))
        about_image.append(is_image)
        about_it.append(is_image or is_whole or (is_continuation and about_it[-1]))
    return about_image, about_it


def other_images_read(reading: ParsedReply) -> tuple[str, ...]:
    """
    Return the images that a reply interprets although the prompt does not contain them.

    An image is interpreted if it may be the subject of a clause and a phrase of meaning follows
    it, before any image of the prompt, in its sentence or in the one that continues it. If a reply
    names many images, all of them are returned.
    """
    named: list[str] = []
    images: list[str] = []
    for place, text in enumerate(reading.sentence_texts):
        for image, end, is_subject in reading.images.others(text, cues().suggesting):
            named.append(image)
            if is_subject and (_is_read(text[end:], reading) or _is_read_next(reading, place)):
                images.append(image)
    is_list = len(set(named)) > OTHERS_NAMED_MAX
    return tuple(dict.fromkeys(named if is_list else images))


def _is_read_next(reading: ParsedReply, place: int) -> bool:
    """Return whether the next sentence interprets this one, which names no image of the prompt."""
    following = place + 1
    return (
        following < len(reading.sentence_texts)
        and not reading.names_image[place]
        and bool(OPENING_POINTER.match(reading.sentence_texts[following]))
        and bool(find(cues().symbolic, [reading.sentence_texts[following]], with_negated=True))
    )


def _is_read(rest: str, reading: ParsedReply) -> bool:
    """Return whether a phrase of meaning applies to the image before this rest of a sentence."""
    image = reading.images.named_in(rest)
    is_listed = image is not None and LISTING.issuperset(rest[: image.start()].split())
    until = rest[: image.start() + 1] if image is not None and not is_listed else rest
    is_figure = ADDRESSED.search(until) and cues().figures.match(until, 1)
    patterns = (cues().symbolic, cues().beside_the_image)
    return bool(is_figure) or any(find(each, [until], with_negated=True) for each in patterns)


def _figures(
    reading: ParsedReply, about_image: list[bool], is_practical: bool
) -> list[PhraseMatch]:
    """Return sentences in which an image is or does something, if the reply addresses somebody."""
    matches = []
    is_addressed = is_practical or any(
        ADDRESSED.search(text) for text in reading.without_repetition
    )
    for place, text in enumerate(reading.without_repetition):
        words = text.split()
        is_told = words[0] not in QUESTIONS and words[0] not in cues().acts
        if not (about_image[place] and is_addressed and is_told) or WISHED.search(text):
            continue
        span = reading.image_and(cues().figures, place)
        if span and (ADDRESSED.search(text) or LIKENED.match(text, span[1])):
            start, end = span
            matches.append(PhraseMatch(text[start:end].strip(), place, start, end))
    return matches


def _about(reading: ParsedReply, patterns: Phrases, is_about: list[bool]) -> list[PhraseMatch]:
    """Return the matches in sentences with ``is_about``, except those of the prompt's words."""
    return [
        match
        for match in find(patterns, reading.without_repetition)
        if is_about[match.sentence] and not set(match.words.split()) <= reading.prompt_words
    ]
