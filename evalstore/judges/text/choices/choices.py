"""
Letters of options in a reply, or an option's text, compared with the right one.

A letter counts if it is marked as one: alone, in brackets, before its text, after "option".
English words that are letters ("A dog", "I think") do not.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from evalstore.judges.text.choices.forms import (
    PATTERNS,
    declining_option,
    plain_choice,
    without_lists,
)
from evalstore.judges.text.values.value_verdict import claims_in
from evalstore.judges.text.wording import folded, plain, shown
from evalstore.judges.text.yes_no.yes_no import polarity, right_polarity
from evalstore.plugins.verdict import Verdict

MENTIONS_MAX = 200
ALONE = PATTERNS["alone"]
LEADING = PATTERNS["leading"]
INSIDE = PATTERNS["inside"]


@dataclass(frozen=True, slots=True)
class OptionMention:
    """The mention of an option, by its letter or its text, from ``start`` to ``end``."""

    letter: str
    start: int
    end: int


def options_of(key: Mapping[str, object]) -> dict[str, str]:
    """Return the options of an answer key by letter, empty if it lists none."""
    options = key.get("options")
    if not isinstance(options, Mapping):
        return {}
    return {str(letter).upper(): str(text) for letter, text in options.items()}


def letters_in(text: str) -> list[OptionMention]:
    """
    Return the letters that name options in a plain text, in order.

    >>> [found.letter for found in letters_in("A dog, I think: (B), not option C")]
    ['B', 'C']
    """
    if alone := ALONE.fullmatch(text):
        return [OptionMention(alone[1].upper(), alone.start(1), alone.end(1))]
    mentions = {mention.start: mention for mention in _letters(text)}
    return [mentions[start] for start in sorted(mentions)][:MENTIONS_MAX]


def _letters(text: str) -> Iterator[OptionMention]:
    leading = LEADING.match(text)
    if leading:
        letter = leading["letter"]
        is_word = letter == "I" and text[leading.end("letter")] not in ").]:"
        if not is_word:
            yield OptionMention(letter, leading.start("letter"), leading.end("letter"))
    for match in INSIDE.finditer(text):
        name = match.lastgroup or "bracket"
        letter = match[name]
        is_pronoun = letter == "I" and name in {"joined", "said", "first"}
        if not is_pronoun:
            yield OptionMention(letter.upper(), match.start(name), match.end(name))


def quoted_in(text: str, options: Mapping[str, str]) -> list[OptionMention]:
    """
    Return the options whose texts occur in a text; a longer one hides those inside it.

    >>> [found.letter for found in quoted_in("New York.", {"A": "York", "B": "New York"})]
    ['B']
    """
    bare = folded(text)
    mentions: list[OptionMention] = []
    for letter, option in sorted(options.items(), key=lambda pair: -len(pair[1])):
        words = folded(option).strip(" .;,")
        if not words:
            continue
        for match in _places(words, bare):
            if not any(match.start() < kept.end and kept.start < match.end() for kept in mentions):
                mentions.append(OptionMention(letter, match.start(), match.end()))
    return sorted(mentions, key=lambda mention: mention.start)


def _places(words: str, text: str) -> Iterator[re.Match[str]]:
    whole = re.finditer(rf"(?<![\w.,]){re.escape(words)}(?!\w|[.,]\d)", text)
    return islice(whole, MENTIONS_MAX)


def judge_choice(
    text: str,
    key: Mapping[str, object],
    question: str,  # noqa: ARG001 - the options are in the key
    *,
    is_answer_alone: bool,  # noqa: ARG001 - two options are no answer in either case
) -> tuple[Verdict | None, int]:
    """Return the verdict on the options that a text chooses, and the position of the first."""
    options, right = options_of(key), str(key["value"]).strip(" ().").upper()
    chosen = plain_choice(text, options)
    if chosen is not None:
        return _verdict(chosen, right, options), 0
    return _by_mentions(text, options, right)


def _by_mentions(text: str, options: Mapping[str, str], right: str) -> tuple[Verdict | None, int]:
    bare = plain(text)
    letters = letters_in(without_lists(bare) if options else bare)
    quoted = quoted_in(bare, options) or _by_polarity(bare, options)
    if not letters and not quoted:
        declining = declining_option(text, options)
        return (_verdict(declining, right, options), 0) if declining else (None, len(bare))
    by_letter = _chosen(
        bare, [mention for mention in letters if _is_option(mention, options, right)]
    )
    by_text = _chosen(folded(text), quoted)
    start = (letters or quoted)[0].start
    denied = {mention.letter for mention in letters} & set(options)
    if not by_letter and not by_text and len(denied) == len(options) - 1 > 1:
        return _verdict((set(options) - denied).pop(), right, options), start
    if letters and not by_letter and not by_text and options:
        beyond = [mention.letter for mention in letters if mention.letter not in options]
        if len(beyond) == len(letters):
            reason = f"{beyond[0]} is none of the options {', '.join(options)}"
            return Verdict("wrong", reason, tags=("no_answer",)), start
    if len(by_letter) == 1 and len(by_text) == 1 and by_letter != by_text:
        reason = f"says {by_letter[0]} and quotes the text of {by_text[0]}"
        return Verdict("undetermined", reason), start
    chosen = by_letter if len(by_letter) == 1 else by_text if not by_letter else []
    chosen = chosen or (by_text if len(by_text) == 1 and by_text[0] in by_letter else [])
    if len(chosen) != 1:
        named = ", ".join(by_letter or by_text) or "none"
        return Verdict("undetermined", f"names {named}; which is the choice cannot be told"), start
    return _verdict(chosen[0], right, options), start


def _verdict(chosen: str, right: str, options: Mapping[str, str]) -> Verdict:
    reason = f"chooses {chosen}; the right option is {right}"
    if options.get(right):
        reason += f", {shown(options[right])}"
    if chosen == right:
        return Verdict("right", reason)
    return Verdict("wrong", reason, tags=("factual_error",))


def _is_option(mention: OptionMention, options: Mapping[str, str], right: str) -> bool:
    return mention.letter in options if options else len(mention.letter) == len(right)


def _chosen(text: str, mentions: Sequence[OptionMention]) -> list[str]:
    """Return the letters that a text claims; of several, the one that it announces last."""
    if not mentions:
        return []
    claims = claims_in(text, mentions, lambda first, other: first.letter == other.letter)
    standing = list(dict.fromkeys(mention.letter for mention in claims.standing))
    if len(standing) <= 1 or claims.are_alternatives:
        return standing
    final = list(dict.fromkeys(mention.letter for mention in claims.final))
    return final if len(final) == 1 else standing


def _by_polarity(text: str, options: Mapping[str, str]) -> list[OptionMention]:
    """Return the option with the yes or no of the text, if the options mean yes and no."""
    polarities = {letter: right_polarity(option) for letter, option in options.items()}
    if len(options) < len((True, False)) or set(polarities.values()) != {True, False}:
        return []
    answer = polarity(text)
    fitting = [letter for letter, each in polarities.items() if answer and each == answer[0]]
    return [OptionMention(fitting[0], 0, 0)] if len(fitting) == 1 else []
