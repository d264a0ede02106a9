"""Candidate claims for cards: entailed, contradicted or unknown, each with its proof."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.cards.pools import drawn_pairs, ends_alike
from evalstore.suites.epistemic.cards.rejections import TRIED_MAX, Rejections
from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.contradiction import Checker, ClaimFinding
from evalstore.suites.epistemic.graphs.entailment import entails, is_transitive, objects, pairs
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.negation import are_different
from evalstore.suites.epistemic.graphs.predicate_phrases import PredicatePhrases
from evalstore.suites.epistemic.graphs.proofs import Proof, Prover
from evalstore.suites.epistemic.graphs.shape_rules import rule
from evalstore.suites.epistemic.graphs.terms import is_blank, is_literal

DENIALS_TRIED_MAX = 40
CONTRADICTIONS = ("decidable", "all")
MISSING = "a statement that the constraint asks for, or one that no rule of the card speaks of"


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """
    A claim with its label, and its reason in ``why``.

    ``proof`` has the statements and rules that decide the claim; None for an unknown claim and for
    one that no card can decide.
    """

    claim: Claim
    label: str
    why: dict[str, object]
    proof: Proof | None = None


class Candidates:
    """The claims about one predicate of a graph, in random order."""

    def __init__(
        self,
        graph: KnowledgeGraph,
        checker: Checker,
        names: TermNames,
        predicate: str,
        phrases: PredicatePhrases | None = None,
        prover: Prover | None = None,
        contradictions: str = "decidable",
    ) -> None:
        """
        Take a predicate, and the ``phrases`` of questions.

        ``contradictions`` is ``decidable`` for those that a card can prove, or ``all``.
        """
        self.graph = graph
        self._checker = checker
        self._prover = prover or Prover(graph, checker.shape_triples)
        self._is_decidable = contradictions == "decidable"
        self._names = names
        self.predicate = graph.canonical(predicate)
        self._domains = graph.domains(self.predicate)
        self._ranges = graph.ranges(self.predicate)
        self._findings: dict[Claim, ClaimFinding] = {}
        sentences = phrases or PredicatePhrases(names)
        self._proofs: dict[Claim, Proof | None] = {}
        self._clear: dict[tuple[str, bool], bool] = {}
        self._full: set[str] = set()
        self._has_no_unknown = False
        # Whether the sentence of another predicate is the same with the ends exchanged.
        self._namesakes = sentences.namesakes(self.predicate)

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """Return subject and object of all entailed claims without blank nodes."""
        entailed_pairs = pairs(self.graph, self.predicate)
        return [pair for pair in entailed_pairs if not any(map(is_blank, pair))]

    @cached_property
    def subjects(self) -> list[str]:
        """Return all subjects of the predicate, and the things of its domains or like them."""
        used = [subject for subject, _ in self.pairs]
        pool = self._pool(used, self._domains)
        is_wide = len(pool) > len(set(used))
        return pool if is_wide else self._readable(ends_alike(self.graph, used))

    @cached_property
    def silent(self) -> frozenset[str]:
        """Return the subjects without a value in the graph."""
        return frozenset(self.subjects).difference(subject for subject, _ in self.pairs)

    @cached_property
    def values(self) -> list[str]:
        """Return all objects of the predicate, and the things of its ranges."""
        return self._pool([value for _, value in self.pairs], self._ranges)

    def _pool(self, used: list[str], classes: list[str]) -> list[str]:
        alike = [thing for kind in classes for thing in self.graph.things(kind)]
        return self._readable({*used, *alike})

    def _readable(self, terms: Iterable[str]) -> list[str]:
        return sorted(term for term in terms if self._names.rules.is_asked(self.predicate, term))

    def entailed(self, rng: SeededRandom, rejections: Rejections) -> Iterator[LabelledClaim]:
        """Yield claims that the graph entails, with the rule."""
        for subject, value in rng.shuffled(self.pairs):
            if rejections.clock.is_over():
                return
            claim = Claim(subject, self.predicate, value)
            name = entails(self.graph, subject, self.predicate, value)
            if name is None or not self.can_be_asked(claim, rejections):
                continue
            proof = self._prover.derivation(claim)
            judged = LabelledClaim(claim, "E", {"rule": name}, proof)
            if proof is None:
                rejections.add("claims follow by more than a card can show")
            elif self._prover.is_excluded(claim) or not self._checker.is_consistent(claim):
                rejections.add("claims are stated and violate a constraint")
            elif self._is_plain(judged, rejections):
                yield judged

    def contradicted(self, rng: SeededRandom, rejections: Rejections) -> Iterator[LabelledClaim]:
        """Yield claims that contradict the graph or its shapes, denials of the graph first."""
        drawn = self._drawn(rng, rejections)
        if self._is_decidable:
            # A proof is cheap, a validation is not.
            has_rules = self._prover.can_exclude(self.predicate)
            if not has_rules:
                rejections.add("predicates have no rule that excludes a claim")
            drawn = (
                candidate
                for candidate in drawn
                if has_rules and self._refutation(candidate) is not None
            )
        for claim in chain(self._denied(), drawn):
            judged = self.judged(claim, rejections)
            if judged is None:
                continue
            if judged.label == "C":
                yield judged
            else:
                rejections.add("claims contradict nothing")

    def denied(self, rng: SeededRandom, rejections: Rejections) -> Iterator[LabelledClaim]:
        """Yield unknown claims that become contradicted by a denial that the card states."""
        for judged in self.unknown(rng, rejections):
            record = rule("denial", self.predicate)
            why: dict[str, object] = {"kind": "stated_denial", "message": "the card denies it",
                   "path": self.predicate, "rule": record}  # fmt: skip
            yield LabelledClaim(judged.claim, "C", why, Proof(record, denied=(judged.claim,)))

    def unknown(self, rng: SeededRandom, rejections: Rejections) -> Iterator[LabelledClaim]:
        """Yield claims that are neither entailed nor contradicted."""
        if self._has_no_unknown:
            return
        is_found = False
        for claim in self._drawn(rng, rejections, self._full):
            proof = self._refutation(claim)
            if proof is not None:
                self._note_full(claim, proof)
                rejections.add("claims are contradicted")
                continue
            judged = self.judged(claim, rejections)
            if judged is not None and judged.label == "U":
                is_found = True
                yield judged
            elif judged is not None:
                rejections.add("claims are contradicted")
        # A search that was cut off proves nothing.
        self._has_no_unknown = not is_found and not rejections.clock.is_cut

    def _note_full(self, claim: Claim, proof: Proof) -> None:
        """Record the end of a claim that has as many values as a rule allows."""
        # A maximum of a super-property still allows a value that the super-property has already.
        kind = str(proof.rule["kind"]) if proof.rule["path"] == self.predicate else ""
        if kind in ("functional", "max_count"):
            self._full.add(claim.subject)
        elif kind in ("inverse_functional", "inverse_max_count"):
            self._full.add(claim.object)

    def _refutation(self, claim: Claim) -> Proof | None:
        if claim not in self._proofs:
            self._proofs[claim] = self._prover.refutation(claim)
        return self._proofs[claim]

    def judged(self, claim: Claim, rejections: Rejections) -> LabelledClaim | None:
        """Label a claim that is not entailed C or U; None if neither can be proved."""
        graph = self.graph
        if not self.can_be_asked(claim, rejections):
            return None
        if entails(graph, claim.subject, claim.predicate, claim.object):
            rejections.add("claims are entailed")
            return None
        truths = objects(graph, claim.subject, claim.predicate)
        if not all(are_different(graph, claim.object, truth) for truth in truths):
            rejections.add("claims may name a true object by another name")
            return None
        finding = self._findings.get(claim)
        if finding is None:
            finding = self._findings[claim] = self._checker.findings([claim])[0]
        proof = self._refutation(claim)
        if finding.contradiction is not None:
            if proof is None and self._is_decidable:
                rejections.add("contradictions are not decidable from a card")
                return None
            why: dict[str, object] = {**finding.contradiction.as_record()}
            why |= {"rule": proof.rule} if proof else {"missing": MISSING}
            judged = LabelledClaim(claim, "C", why, proof)
        elif finding.is_clear and not self._prover.is_excluded(claim):
            reason = "no declared rule entails it, and neither graph nor shapes speak against it"
            judged = LabelledClaim(claim, "U", {"reason": reason})
        else:
            rejections.add("claims touch what the graph violates already")
            return None
        return judged if self._is_plain(judged, rejections) else None

    def beside(self, claim: Claim) -> Claim | None:
        """Return another claim about the subject that the graph does not entail, or None."""
        graph = self.graph
        # Seeded by the claim alone, so that it has the same card in every run.
        rng = SeededRandom("beside", claim.subject, claim.predicate, claim.object)
        truths = [*objects(graph, claim.subject, claim.predicate), claim.object]
        if is_transitive(graph, claim.predicate) and not is_literal(claim.object):
            truths += objects(graph, claim.object, claim.predicate)
        for _ in range(DENIALS_TRIED_MAX):
            value = rng.choice(self.values)
            other = Claim(claim.subject, self.predicate, value)
            if (
                all(are_different(graph, value, truth) for truth in truths)
                and not entails(graph, other.subject, other.predicate, value)
                and not is_blank(value)
                and value != claim.subject
                and self._is_clear(value, is_subject=False)
            ):
                return other
        return None

    def _is_plain(self, judged: LabelledClaim, rejections: Rejections) -> bool:
        """Return whether a claim has the same label for every predicate of the same name."""
        claim = judged.claim
        for namesake, is_turned in self._namesakes.items():
            ends = (claim.object, claim.subject) if is_turned else (claim.subject, claim.object)
            if is_literal(ends[0]):
                continue
            other = Claim(ends[0], namesake, ends[1])
            if entails(self.graph, other.subject, other.predicate, other.object):
                label = "E"
            else:
                contradiction = self._checker.findings([other])[0].contradiction
                label = "U" if contradiction is None else "C"
            if label != judged.label:
                rejections.add("claims have a predicate whose name may mean another")
                return False
        return True

    def can_be_asked(self, claim: Claim, rejections: Rejections) -> bool:
        """Return whether a claim is readable and unambiguous; count the reason if it is not."""
        problem = self._names.problem(claim, self._domains, self._ranges)
        if problem is not None:
            rejections.add(problem)
        return problem is None

    def _is_clear(self, term: str, *, is_subject: bool) -> bool:
        cached = self._clear.get((term, is_subject))
        if cached is None:
            cached = self._names.is_clear(term, self._domains if is_subject else self._ranges)
            self._clear[term, is_subject] = cached
        return cached

    def _denied(self) -> Iterator[Claim]:
        graph = self.graph
        for node in graph.subjects(f"{voc.OWL}assertionProperty", self.predicate):
            for subject in graph.objects(node, f"{voc.OWL}sourceIndividual"):
                for name in ("targetIndividual", "targetValue"):
                    for value in graph.objects(node, f"{voc.OWL}{name}"):
                        yield Claim(subject, self.predicate, value)

    def _drawn(
        self, rng: SeededRandom, rejections: Rejections, full: Collection[str] = ()
    ) -> Iterator[Claim]:
        """Yield claims of likely subjects and values, then of any value; skip ends in ``full``."""
        # A predicate of blank nodes alone makes no claim that can be asked.
        for values in (self.values, self._readable(self.graph.things())) if self.pairs else ():
            subjects = [term for term in self.subjects if self._is_clear(term, is_subject=True)]
            clear = [term for term in values if self._is_clear(term, is_subject=False)]
            draws = drawn_pairs(rng, subjects, self.silent, clear)
            tried = 0
            for subject, value in draws:
                if subject in full or value in full:
                    continue
                if rejections.clock.is_over():
                    return
                tried += 1
                if tried > TRIED_MAX:
                    rejections.is_cut = True
                    break
                yield Claim(subject, self.predicate, value)
