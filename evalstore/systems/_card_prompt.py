"""Parse the facts and the question of a context card from its prompt."""

import re

# An optional bullet or number before a fact.
_BULLET = re.compile(r"^(?:[-*•]|\d+[.)])\s+")
_QUESTION = re.compile(r"^question\s*:\s*", re.IGNORECASE)


def parts(text: str) -> tuple[list[str], str] | None:
    """
    Return the facts and the question of a card, None if the text holds no question.

    The facts stand first, a line each, then the question, then how to answer. Headings (lines
    that end with a colon) are no facts. The question is the line that says so, else the first
    that ends with a question mark.

    >>> card = ["Facts:", "- Ash flows into Elm.", "", "Question: Does Ash flow into Elm?", "Say"]
    >>> parts(chr(10).join(card))
    (['Ash flows into Elm.'], 'Does Ash flow into Elm?')
    """
    lines = [line.strip() for line in text.splitlines()]
    place = _place_of_question(lines)
    if place is None:
        return None
    facts = [_BULLET.sub("", line) for line in lines[:place]]
    return (
        [fact for fact in facts if fact and not fact.endswith(":")],
        _QUESTION.sub("", lines[place]),
    )


def _place_of_question(lines: list[str]) -> int | None:
    named = [place for place, line in enumerate(lines) if _QUESTION.match(line)]
    asked = [place for place, line in enumerate(lines) if line.endswith("?")]
    places = named or asked
    return places[0] if places else None
