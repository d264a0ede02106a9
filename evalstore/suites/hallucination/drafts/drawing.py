"""Even draws from topics, their forms, the difficulties of a form and the answers of these."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.drafts.draft import Draft


def evenly(rng: SeededRandom, topics: Mapping[str, Sequence[Draft]]) -> Iterator[Draft]:
    """
    Yield all drafts in random order, from the topics in turn.

    Within a topic the forms take turns, within a form the difficulties, within these the answers:
    each comes once before any comes again. Exhausted ones are left out.
    """
    return in_turn([_of_topic(rng, topics[topic]) for topic in rng.shuffled(list(topics))])


def _of_topic(rng: SeededRandom, drafts: Sequence[Draft]) -> Iterator[Draft]:
    forms: dict[str, list[Draft]] = {}
    for draft in drafts:
        forms.setdefault(draft.form, []).append(draft)
    return in_turn([_of_form(rng, forms[form]) for form in rng.shuffled(list(forms))])


def _of_form(rng: SeededRandom, drafts: Sequence[Draft]) -> Iterator[Draft]:
    grades: dict[str, dict[str, list[Draft]]] = {}
    for draft in drafts:
        grades.setdefault(draft.difficulty, {}).setdefault(draft.answer, []).append(draft)
    return in_turn([_of_difficulty(rng, grades[name]) for name in rng.shuffled(list(grades))])


def _of_difficulty(rng: SeededRandom, answers: Mapping[str, Sequence[Draft]]) -> Iterator[Draft]:
    shuffled = [rng.shuffled(answers[answer]) for answer in rng.shuffled(list(answers))]
    return in_turn([iter(each) for each in shuffled])


def in_turn(sources: Iterable[Iterator[Draft]]) -> Iterator[Draft]:
    """Yield one item of each source in turn until all are used up."""
    open_sources = list(sources)
    while open_sources:
        left = []
        for source in open_sources:
            item = next(source, None)
            if item is not None:
                left.append(source)
                yield item
        open_sources = left


def balanced(drafts: Iterable[Draft], share_max: float) -> list[Draft]:
    """
    Return drafts of one form so that no answer has a larger share than ``share_max``.

    The first drafts of a frequent answer are kept. With fewer than ``1 / share_max`` answers, each
    is kept once.
    """
    answers: dict[str, list[Draft]] = {}
    for draft in drafts:
        answers.setdefault(draft.answer, []).append(draft)
    if not answers:
        return []
    limit = max(map(len, answers.values()))
    while limit > 1:
        total = sum(min(limit, len(each)) for each in answers.values())
        if limit <= max(share_max * total, 1):
            break
        limit -= 1
    return [draft for each in answers.values() for draft in each[:limit]]
