"""Parser of a reply: repetitions of the prompt, and references to its images."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evalstore.judges.phenomenological.images import PromptImages, prompt_images
from evalstore.judges.text.phrases import sentences

# The number of consecutive words of the prompt that make a repetition.
REPETITION_WORDS = 4
REPEATED = "_"
# A sentence that repeats more of the prompt than this does not count as naming its image.
REPEATED_SHARE_MAX = 0.5

# Pronouns of speaker and listener, which swap between prompt and reply.
SIDES = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself",
    "am": "are", "was": "were",
}  # fmt: skip
# Words that continue the topic of the previous sentence.
POINTING = "it they them she he her him that this these those both such its yours his their"
POINTERS = frozenset(POINTING.split())
POINTER_WORDS = 4
OPENING_POINTER = re.compile(
    r" (?:and |so |perhaps |maybe |here |there )?(?:it|they|she|he|that|this|yours) "
)
STRUCK = re.compile(r" (?:_ )+")
VERB_WITHIN_WORDS = 8
# Minimum of own words of a sentence that a later one can continue, unlike "The ladder."
STATEMENT_WORDS_MIN = 4

# Words that are not images, for prompts whose case names none.
PLAIN_WORDS = """last night dreamed dream want wish could would keep woke never again have until
where there when with into from that this more than anything some days know people them they were
what feel feeling felt explain really just only like mine without about been"""
PLAIN = frozenset(PLAIN_WORDS.split())
IMAGE_LETTERS = 4


@dataclass(frozen=True, slots=True)
class ParsedReply:
    """
    The sentences of a reply, as written and with repetitions of the prompt replaced.

    For each sentence, ``names_image`` is True if it names an image of the prompt,
    ``is_statement`` if it has enough words that do not repeat the prompt, and
    ``is_continuation`` if it continues the sentence before.
    """

    sentence_texts: tuple[str, ...]
    without_repetition: tuple[str, ...]
    names_image: tuple[bool, ...]
    is_statement: tuple[bool, ...]
    is_continuation: tuple[bool, ...]
    prompt_words: frozenset[str]
    images: PromptImages

    def image_and(self, verbs: re.Pattern[str], place: int) -> tuple[int, int] | None:
        """Return the span from an image, or a pronoun for it, to its verb; None without both."""
        text = self.without_repetition[place]
        image = self.images.named_in(text)
        struck = STRUCK.search(text) if self.names_image[place] else None
        subject = image or struck or OPENING_POINTER.match(text)
        verb = _soon(verbs, text, subject.end()) if subject else None
        return (subject.start(), verb.end()) if subject and verb else None


def read(prompt: str, answer_key: Mapping[str, object], reply: str) -> ParsedReply:
    """Return a reply, parsed with reference to its prompt."""
    prompt_sentences = sentences(prompt)
    prompt_words = [word for text in prompt_sentences for word in text.split() if word != ","]
    symbols = _images(answer_key, prompt_words)
    images = prompt_images(symbols, (*prompt_words, *_spoken_of(answer_key)), PLAIN)
    sentence_texts = sentences(reply)
    runs = set(_runs([SIDES.get(word, word) for word in prompt_words]))
    without_repetition = tuple(_without_repetition(text, runs) for text in sentence_texts)
    is_named = any(images.named_in(text, with_shared=False) for text in sentence_texts)
    return ParsedReply(
        sentence_texts=tuple(sentence_texts),
        without_repetition=without_repetition,
        names_image=tuple(
            is_named
            and bool(images.named_in(text))
            and struck.split().count(REPEATED) <= len(prompt_words) * REPEATED_SHARE_MAX
            for text, struck in zip(sentence_texts, without_repetition, strict=True)
        ),
        is_statement=tuple(
            len(set(text.split()) - {REPEATED, ","}) >= STATEMENT_WORDS_MIN
            for text in without_repetition
        ),
        is_continuation=tuple(
            bool(POINTERS & set(text.split()[:POINTER_WORDS])) for text in sentence_texts
        ),
        prompt_words=frozenset(prompt_words),
        images=images,
    )


def _soon(verbs: re.Pattern[str], text: str, end: int) -> re.Match[str] | None:
    """Return the match of a verb within the next few words of the same clause, else None."""
    for _ in range(VERB_WITHIN_WORDS):
        if match := verbs.match(text, end):
            return match
        word = text.find(" ", end)
        if word < 0 or text[end:word] == ",":
            return None
        end = word + 1
    return None


def _images(answer_key: Mapping[str, object], prompt_words: list[str]) -> tuple[str, ...]:
    """Return the images that the case names, else the words of the prompt that may be images."""
    named = answer_key.get("symbols")
    if isinstance(named, list | tuple) and named:
        spoken = (" ".join(sentences(str(image))).split() for image in named)
        return tuple(" ".join(words) for words in spoken if words)
    return tuple(
        dict.fromkeys(
            word for word in prompt_words if len(word) >= IMAGE_LETTERS and word not in PLAIN
        )
    )


def _spoken_of(answer_key: Mapping[str, object]) -> Iterator[str]:
    """Yield the words of the case's own meanings and suggestions for its images."""
    meanings, suggestions = answer_key.get("meanings"), answer_key.get("suggestions")
    texts = (
        [text for phrases in meanings.values() for text in phrases]
        if isinstance(meanings, Mapping)
        else []
    )
    texts += suggestions if isinstance(suggestions, list | tuple) else []
    for text in texts:
        yield from " ".join(sentences(str(text))).split()


def _runs(words: list[str]) -> Iterator[tuple[str, ...]]:
    for place in range(len(words) - REPETITION_WORDS + 1):
        yield tuple(words[place : place + REPETITION_WORDS])


def _without_repetition(text: str, runs: set[tuple[str, ...]]) -> str:
    """Return a sentence with runs of words that also occur in the prompt replaced."""
    words = text.split()
    places = [place for place, word in enumerate(words) if word != ","]
    sides = [SIDES.get(words[place], words[place]) for place in places]
    for number, run in enumerate(_runs(sides)):
        if run in runs:
            for place in places[number : number + REPETITION_WORDS]:
                words[place] = REPEATED
    return f" {' '.join(words)} "
