"""
Medicine: categories of ICD-10, and definitions of anatomy, diseases and treatments.

Difficulty: the code of a disease is hard. The disease of a code is medium with distractors of
other letters, hard with those of the same letter. Definitions: see ``terms``.
"""

from collections.abc import Iterator
from functools import partial

from evalstore.suites.hallucination.drafts.draft import (
    Draft,
    Subject,
    choice_question,
    kept,
    name_question,
)
from evalstore.suites.hallucination.factual_cases import question_rng
from evalstore.suites.hallucination.science.terms import drafts_of_terms

CODE_WORDINGS = (
    "Which three-character category of ICD-10 has the title {title}?",
    "Under which three-character code does ICD-10 list {title}?",
)
TITLE_WORDINGS = (
    "Which of these is category {code} of ICD-10",
    "Which of these does ICD-10 list under {code}",
)


def drafts() -> Iterator[Draft]:
    """Yield all questions about medicine."""
    rows = kept("medicine")["categories"]
    source = str(kept("medicine")["sources"]["codes"])
    for place, row in enumerate(rows):
        code, title = row["code"], row["title"]
        near = [other["code"] for other in (*rows[max(0, place - 2) : place], *rows[place + 1 :])]
        subject = Subject("medicine", "code of a disease", code, source, "hard")
        for wording in CODE_WORDINGS:
            yield Draft("code of a disease", code, partial(
                name_question, subject, wording.format(title=title), code, near[:4]
            ))  # fmt: skip
        for is_near, wording in enumerate(TITLE_WORDINGS):
            pool = [other for other in rows if (other["code"][0] == code[0]) == bool(is_near)]
            titles = [other["title"] for other in pool if other["code"] != code]
            others = question_rng("title", code, is_near).sample(titles, 3)
            grade = "hard" if is_near else "medium"
            subject = Subject("medicine", "disease of a code", code, source, grade)
            if len(others) == len("abc"):
                yield Draft("disease of a code", title, partial(
                    choice_question, subject, wording.format(code=code), title, sorted(others)
                ))  # fmt: skip
    yield from drafts_of_terms("medicine")
