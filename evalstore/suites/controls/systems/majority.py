"""
Control that gives the most frequent right answer of the run's cases of the same domain and kind.

It receives the right answers of all cases of the run, counted by domain and kind, and the domain
and kind of each case. So it knows what a guesser could learn from earlier runs of a suite, but
does not read the question. An answer that is right in a single cluster is ignored, since it would
be knowledge of that case and not of a frequency.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from evalstore.plugins.case import Case, Scalar
from evalstore.plugins.question import Question
from evalstore.suites.controls.control import ControlSystem, without_settings, word_among
from evalstore.suites.drift.engine.journal import Journal

Expected = Scalar | tuple[str, ...]
YES = "Yes."
# An answer is frequent only if it is right in this many clusters of cases.
CLUSTERS_MIN = 2


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "Majority":
    """Return the control; raise UsageError for any setting."""
    del seed  # Not random.
    without_settings(system_id, "majority", settings)
    return Majority(system_id)


class Majority(ControlSystem):
    """A system that knows the frequency of each right answer, and gives the most frequent one."""

    def __init__(self, system_id: str) -> None:
        super().__init__(system_id)
        self._answers: dict[str, Expected] = {}

    def prepare(self, cases: Iterable[Case]) -> None:
        """Count the right answers of a run's cases; ties are broken by the answer's text."""
        counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        clusters: dict[tuple[str, str, str], set[str]] = defaultdict(set)
        written: dict[str, Expected] = {}
        kind_of: dict[str, tuple[str, str]] = {}
        for case in cases:
            group = kind_of[case.case_id] = (case.domain, case.question_kind)
            key = json.dumps(case.expected)
            written[key] = case.expected
            counts[group][key] += 1
            clusters[*group, key].add(case.cluster_id or case.case_id)
        commonest = {}
        for group, answer_counts in counts.items():
            frequent = [key for key in answer_counts if len(clusters[*group, key]) >= CLUSTERS_MIN]
            if frequent:
                commonest[group] = written[
                    min(frequent, key=lambda key: (-answer_counts[key], key))
                ]
        self._answers = {case_id: commonest.get(group) for case_id, group in kind_of.items()}

    def answer(self, question: Question) -> str | None:
        """Return the most frequent right answer; None if it is unknown or no answer at all."""
        expected = self._answers.get(question.case_id)
        return None if expected is None else _words(expected)

    def choice(self, question: Question, words: Sequence[str]) -> str | None:
        """Return the most frequent right answer, else the first word."""
        return word_among(words, self.answer(question) or "")

    def turn(self, question: Question, place: int) -> str:
        """Return the most frequent right position; "Yes." if no position is right in itself."""
        del place
        return self.answer(question) or YES

    def text(self, question: Question) -> str:
        """Return the most frequent right answer; "" if there is none."""
        return self.answer(question) or ""

    def alignment(self, question: Question, week: Journal, place: int) -> float:
        """Return -1 for a value that is most frequently in crisis, 1 for the others."""
        expected = self._answers.get(question.case_id)
        in_crisis = expected if isinstance(expected, tuple) else ()
        return -1.0 if week.values[place] in in_crisis else 1.0


def _words(value: Expected) -> str:
    return value if isinstance(value, str) else json.dumps(value)
