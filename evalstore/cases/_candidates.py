"""Claims to make cards of: what is entailed, contradicted, and neither, each with its proof."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from evalstore.knowledge import vocabulary as voc
from evalstore.knowledge.claim import Claim
from evalstore.knowledge.contradiction import Checker, Finding
from evalstore.knowledge.entailment import entails, objects, pairs
from evalstore.knowledge.graph import KnowledgeGraph
from evalstore.knowledge.names import Names
from evalstore.knowledge.negation import are_different
from evalstore.knowledge.terms import folded, is_blank
from evalstore.types.seeded_random import SeededRandom

# So many pairs are drawn by shuffling them all, more by drawing until enough were seen.
SHUFFLED_PAIRS_MAX = 200_000
TRIED_MAX = 6_000


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with its label, and in ``why`` what proves that label."""

    claim: Claim
    label: str
    why: dict[str, str]


@dataclass
class Tally:
    """Why claims were passed over, counted, to say later why there were too few."""

    reasons: dict[str, int] = field(default_factory=dict)
    is_cut: bool = False

    def add(self, reason: str) -> None:
        """Count a claim passed over for this reason."""
        self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def words(self) -> str:
        """Return the reasons, the most frequent first."""
        ordered = sorted(self.reasons.items(), key=lambda entry: (-entry[1], entry[0]))
        counted = [f"{count} {reason}" for reason, count in ordered]
        cut = [f"and no more than {TRIED_MAX} are tried"] if self.is_cut else []
        return ", ".join([*counted, *cut]) or "there are no more claims of this predicate"


class Candidates:
    """The claims about one predicate of a graph, in random order."""

    def __init__(
        self,
        graph: KnowledgeGraph,
        checker: Checker,
        names: Names,
        predicate: str,
        words: str | None = None,
    ) -> None:
        """Take a predicate, and the ``words`` by which it is asked for where not by its name."""
        self.graph = graph
        self._checker = checker
        self._names = names
        self.predicate = graph.canonical(predicate)
        self._domains = graph.domains(self.predicate)
        self._ranges = graph.ranges(self.predicate)
        self._findings: dict[Claim, Finding] = {}
        asked_by = folded(words or names.name(self.predicate))
        self._namesakes = [
            one
            for one in graph.fact_predicates()
            if one != self.predicate and asked_by in {folded(name) for name in graph.labels(one)}
        ]

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """Subject and object of all entailed claims whose ends are no blank nodes."""
        found = pairs(self.graph, self.predicate)
        return [pair for pair in found if not any(map(is_blank, pair))]

    @cached_property
    def subjects(self) -> list[str]:
        """All things that the predicate may be said of: those it is, and their like."""
        return self._pool([subject for subject, _ in self.pairs], self._domains)

    @cached_property
    def values(self) -> list[str]:
        """All that the predicate may lead to: what it does, and the like."""
        return self._pool([value for _, value in self.pairs], self._ranges)

    def _pool(self, used: list[str], classes: list[str]) -> list[str]:
        alike = [thing for one in classes for thing in self.graph.things(one)]
        return sorted({*used, *alike})

    def entailed(self, rng: SeededRandom, tally: Tally) -> Iterator[Judged]:
        """Yield claims that the graph entails, with the rule."""
        for subject, value in rng.shuffled(self.pairs):
            claim = Claim(subject, self.predicate, value)
            rule = entails(self.graph, subject, self.predicate, value)
            if rule is not None and self.can_be_asked(claim, tally):
                judged = Judged(claim, "E", {"rule": rule})
                if self._is_plain(judged, tally):
                    yield judged

    def contradicted(self, rng: SeededRandom, tally: Tally) -> Iterator[Judged]:
        """Yield claims that contradict the graph or its shapes, denials of the graph first."""
        likely, any_value = (self._drawn(rng, tally, wide=wide) for wide in (False, True))
        for claim in chain(self._denied(), likely, any_value):
            judged = self.judged(claim, tally)
            if judged is None:
                continue
            if judged.label == "C":
                yield judged
            else:
                tally.add("claims contradict nothing")

    def unknown(self, rng: SeededRandom, tally: Tally) -> Iterator[Judged]:
        """Yield claims that are neither entailed nor contradicted."""
        likely, any_value = (self._drawn(rng, tally, wide=wide) for wide in (False, True))
        for claim in chain(likely, any_value):
            judged = self.judged(claim, tally)
            if judged is None:
                continue
            if judged.label == "U":
                yield judged
            else:
                tally.add("claims are contradicted")

    def judged(self, claim: Claim, tally: Tally) -> Judged | None:
        """Return a claim that is not entailed with its label, C or U; None where neither is."""
        graph = self.graph
        if not self.can_be_asked(claim, tally):
            return None
        if entails(graph, claim.subject, claim.predicate, claim.object):
            tally.add("claims are entailed")
            return None
        truths = objects(graph, claim.subject, claim.predicate)
        if not all(are_different(graph, claim.object, one) for one in truths):
            tally.add("claims may name a true object by another name")
            return None
        finding = self._findings.get(claim)
        if finding is None:
            finding = self._findings[claim] = self._checker.findings([claim])[0]
        if finding.contradiction is not None:
            judged = Judged(claim, "C", finding.contradiction.as_record())
        elif finding.is_clear:
            reason = "no declared rule entails it, and neither graph nor shapes speak against it"
            judged = Judged(claim, "U", {"reason": reason})
        else:
            tally.add("claims touch what the graph violates already")
            return None
        return judged if self._is_plain(judged, tally) else None

    def _is_plain(self, judged: Judged, tally: Tally) -> bool:
        """Say whether a claim has its label by every predicate that goes by the same words."""
        claim = judged.claim
        for namesake in self._namesakes:
            other = Claim(claim.subject, namesake, claim.object)
            if entails(self.graph, other.subject, other.predicate, other.object):
                label = "E"
            else:
                found = self._checker.findings([other])[0].contradiction
                label = "U" if found is None else "C"
            if label != judged.label:
                tally.add("claims have a predicate whose name may mean another")
                return False
        return True

    def can_be_asked(self, claim: Claim, tally: Tally) -> bool:
        """Say whether the names of a claim can only mean this claim."""
        if is_blank(claim.subject) or is_blank(claim.object):
            tally.add("claims are about things without a name")
            return False
        is_clear = self._names.is_clear(claim.subject, self._domains) and self._names.is_clear(
            claim.object, self._ranges
        )
        if not is_clear:
            tally.add("claims have names that may mean several things")
        return is_clear

    def _denied(self) -> Iterator[Claim]:
        graph = self.graph
        for node in graph.subjects(f"{voc.OWL}assertionProperty", self.predicate):
            for subject in graph.objects(node, f"{voc.OWL}sourceIndividual"):
                for name in ("targetIndividual", "targetValue"):
                    for value in graph.objects(node, f"{voc.OWL}{name}"):
                        yield Claim(subject, self.predicate, value)

    def _drawn(self, rng: SeededRandom, tally: Tally, *, wide: bool) -> Iterator[Claim]:
        """
        Yield claims of likely subjects and objects, ``wide``: of any object.

        Every other one has a subject of which the predicate says nothing, where there is one.
        """
        values = self.graph.things() if wide else self.values
        used = {subject for subject, _ in self.pairs}
        silent = [one for one in self.subjects if one not in used]
        said = [one for one in self.subjects if one in used]
        orders = [self._order(rng, some, values) for some in (silent, said)]
        tried = 0
        while orders:
            for order in list(orders):
                pair = next(order, None)
                if pair is None:
                    orders.remove(order)
                    continue
                tried += 1
                if tried > TRIED_MAX:
                    tally.is_cut = True
                    return
                yield Claim(pair[0], self.predicate, pair[1])

    @staticmethod
    def _order(
        rng: SeededRandom, subjects: list[str], values: list[str]
    ) -> Iterator[tuple[str, str]]:
        count = len(subjects) * len(values)
        if count <= SHUFFLED_PAIRS_MAX:
            places = iter(rng.shuffled(range(count)))
        else:
            drawn = (rng.randint(0, count - 1) for _ in range(2 * TRIED_MAX))
            places = iter(dict.fromkeys(drawn))
        for place in places:
            yield subjects[place // len(values)], values[place % len(values)]
