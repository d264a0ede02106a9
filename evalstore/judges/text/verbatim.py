"""Replies that repeat a text word for word: the question, or the right answer."""

from collections.abc import Mapping, Sequence

# A shorter question may be part of its answer.
QUESTION_CHARACTERS_MIN = 20


def without_question(text: str, turns: Sequence[str]) -> str:
    """
    Return a reply without a full repetition of the question; empty if nothing else is left.

    >>> asked = ("Which is larger, a lake or a pond?",)
    >>> without_question("Which is larger, a lake or a pond?  A lake.", asked)
    'A lake.'
    """
    for turn in turns:
        for question in (turn.strip(), turn.strip().partition("\n")[0]):
            if len(question) >= QUESTION_CHARACTERS_MIN and question in text:
                text = text.replace(question, " ").strip()
    return text


def is_verbatim(text: str, key: Mapping[str, object]) -> bool:
    r"""
    Return whether a reply is the right answer, or another name of it, word for word.

    ``right_alone`` of the key lists answers that are right only as a whole reply, such as the
    symbol At.

    >>> is_verbatim("* * 1 *\n", {"kind": "name", "value": "* * 1 *"})
    True
    """
    aliases = key.get("aliases")
    alone = key.get("right_alone")
    names = [
        key["value"],
        *(aliases if isinstance(aliases, list | tuple) else ()),
        *(alone if isinstance(alone, list | tuple) else ()),
    ]
    words = text.split()
    return bool(words) and any(words == str(name).split() for name in names)
