"""Topics of a domain, each with the drafts of its questions, from which cases are drawn."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.drafts.draft import Draft
from evalstore.suites.hallucination.drafts.drawing import evenly
from evalstore.suites.hallucination.factual_cases import FactualQuestion, case_of, difficulties_of


class Topics:
    """The topics of a domain by name; their drafts are made once, at the first use."""

    def __init__(self, makers: Mapping[str, Callable[[], Iterable[Draft]]]) -> None:
        """Take the function that makes the drafts of each topic, by the topic's name."""
        self._makers = makers

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the topics; no draft is made."""
        return tuple(self._makers)

    @cached_property
    def drafts(self) -> Mapping[str, tuple[Draft, ...]]:
        """Return the questions of each topic, unbuilt, each with its form and answer."""
        return {topic: tuple(make()) for topic, make in self._makers.items()}

    def case_count(self, difficulties: Sequence[str]) -> int:
        """Return the number of different questions of these difficulties."""
        return sum(map(len, self._kept(difficulties).values()))

    def questions(
        self, rng: SeededRandom, difficulties: Sequence[str]
    ) -> Iterator[FactualQuestion]:
        """Yield all questions of these difficulties, each once, as ``evenly`` draws them."""
        return (draft.question() for draft in evenly(rng, self._kept(difficulties)))

    def cases(
        self, rng: SeededRandom, count: int, settings: Mapping[str, object]
    ) -> Iterator[Case]:
        """Yield ``count`` different questions as cases, or all; see ``difficulties_of``."""
        return map(case_of, islice(self.questions(rng, difficulties_of(settings)), count))

    def _kept(self, difficulties: Sequence[str]) -> Mapping[str, Sequence[Draft]]:
        return {
            topic: [draft for draft in drafts if draft.difficulty in difficulties]
            for topic, drafts in self.drafts.items()
        }
