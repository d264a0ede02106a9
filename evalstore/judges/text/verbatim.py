"""Replies that repeat a text word for word: the question, which answers nothing, or the answer."""

from collections.abc import Mapping, Sequence

# A shorter question may be a part of its answer.
QUESTION_CHARACTERS_MIN = 20


def without_question(text: str, turns: Sequence[str]) -> str:
    """
    Return a reply without the question that it repeats whole; empty where it says nothing else.

    >>> asked = ("Which is larger, a lake or a pond?",)
    >>> without_question("Which is larger, a lake or a pond?  A lake.", asked)
    'A lake.'
    """
    for turn in turns:
        for asked in (turn.strip(), turn.strip().partition("\n")[0]):
            if len(asked) >= QUESTION_CHARACTERS_MIN and asked in text:
                text = text.replace(asked, " ").strip()
    return text


def is_verbatim(text: str, key: Mapping[str, object]) -> bool:
    r"""
    Tell whether a reply is the right answer, or another name of it, word for word.

    ``right_alone`` of the key lists what is right as a whole reply only: a symbol such as At.

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
