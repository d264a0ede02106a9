"""
Complete the cases of a file by the answer key that each expected answer implies.

If a file's open questions have few different answers, such as labels, these are treated as options
that are offered without being listed: the chance of a guess is one over their number.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from evalstore.judges.factual.answer_key import answer_key_of
from evalstore.plugins.case import Case

CHANCE_OF_YES_OR_NO = 0.5
LABELS_MAX = 10
# Questions for each label, from which on few answers count as labels.
QUESTIONS_PER_LABEL_MIN = 5
LABELS_MIN = 2
# The letters assumed for options that the question lists in an unknown form.
LETTERS_ASSUMED = "ABCD"
LETTER = re.compile(r"[(\[]?([A-Za-z])[)\].]?")


def with_derived_keys(cases: Sequence[Case]) -> tuple[Case, ...]:
    """
    Return the cases of a file with answer keys, forms, and the chance that these imply.

    >>> cases = [
    ...     Case(f"c{n}", "d", "g", (f"Is it {n}?",), ("factual",), expected=answer)
    ...     for n, answer in enumerate(["a", "b"] * 5)
    ... ]
    >>> found = with_derived_keys(cases)[0]
    >>> found.answer_key, found.chance
    ({'kind': 'choice', 'value': 'A', 'wrong': ['B']}, 0.5)
    """
    labels = _labels(cases)
    return tuple(_completed(case, labels) for case in cases)


def _labels(cases: Sequence[Case]) -> tuple[str, ...]:
    """Return the answers of the open questions if they are few; () otherwise."""
    answers = [
        case.expected
        for case in cases
        if isinstance(case.expected, str) and not case.extra.get("choices") and case.expected
    ]
    labels = tuple(dict.fromkeys(_label(answer) for answer in answers))
    is_few = LABELS_MIN <= len(labels) <= LABELS_MAX
    is_repeated = len(answers) >= QUESTIONS_PER_LABEL_MIN * len(labels)
    return labels if is_few and (is_repeated or _are_letters(labels)) else ()


def _are_letters(labels: Sequence[str]) -> bool:
    return all(LETTER.fullmatch(label) for label in labels)


def _label(answer: str) -> str:
    letter = LETTER.fullmatch(answer)
    return letter[1].upper() if letter else answer


def _completed(case: Case, labels: tuple[str, ...]) -> Case:
    is_label = isinstance(case.expected, str) and _label(case.expected) in labels
    if is_label and not case.answer_key and _are_letters(labels):
        key: dict[str, object] = {"kind": "choice", "value": _label(str(case.expected))}
    else:
        key = dict(answer_key_of(case))
    if not key:
        return case
    kind, chance, expected = str(key.get("kind")), case.chance, case.expected
    options = key.get("options")
    if "wrong" in key:
        pass
    elif isinstance(options, dict) and options:
        key["wrong"] = [letter for letter in options if letter != key["value"]]
        chance = 1 / len(options)
    elif kind == "yes_no":
        is_yes = str(key["value"]).strip().casefold() in {"yes", "true", "1"}
        key["wrong"] = ["No" if is_yes else "Yes"]
        chance = CHANCE_OF_YES_OR_NO
    elif is_label:
        key["wrong"] = [label for label in labels if label != _label(str(expected))]
        chance = 1 / len(labels)
    elif kind == "choice":
        key["wrong"] = [letter for letter in LETTERS_ASSUMED if letter != key["value"]]
    if isinstance(expected, tuple):
        expected = ", ".join(expected) if kind == "several options" else expected[0]
    form = {"form": kind, "question_kind": kind}
    return replace(
        case,
        expected=expected,
        answer_key=key,
        chance=chance,
        attributes={**form, **case.attributes},
    )
