"""
Cards of a knowledge graph: metrics of abstention of each system, and cards in full.

The section has a table of the metrics of abstention in each mapping, a matrix per system, and
the first cards of the run, which can be filtered without a script.

The matrices are tables and replace the chart ``abstention_confusion``, which ``evalstore chart``
still draws: a table shows every system, where the chart is limited to six; it can be read aloud,
copied and printed in black and white, and it also counts errors. Showing the same twelve numbers
twice on a page would only raise the question of whether they agree.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from evalstore.metrics.catalog import in_section
from evalstore.reviews.charts.abstention_matrix import LABELS
from evalstore.reviews.charts.drawing.numbers import number
from evalstore.reviews.charts.drawing.rows import (
    ChartScope,
    Row,
    RowReader,
    chosen_validator,
    count_of,
    kept,
    number_of,
    rows_under_test,
    text_of,
)
from evalstore.reviews.charts.drawing.series import READING
from evalstore.reviews.report.environments import html_environment
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.rows import anchor, run_query
from evalstore.reviews.report.run_metrics import metric_of
from evalstore.reviews.report.section_filters import SYSTEM_LIMIT
from evalstore.reviews.report.section_outcomes import (
    OUTCOMES,
    Outcome,
    errors_of,
    outcome_in,
    outcomes_of,
)
from evalstore.reviews.report.untrusted import Excerpt
from evalstore.store.query.queries import select_metrics
from evalstore.suites.epistemic.report._matrix import matrices_of

# The beginning of a question, and that of the sentence in question.
OPENINGS: Final = (("Is it true that ", ""), ("Is it false that ", "It is false that "))

# Cards and matrices are what a run of this suite is about.
COMES_FIRST: Final = True
TEXT_LIMIT: Final = 600
RESPONSE_LIMIT: Final = 400
FACT_LIMIT: Final = 40
# Cards in full; the list of cases contains all.
CARD_LIMIT: Final = 300
MAPPINGS: Final = ("licensed", "strict", "by_action")
# column -> its name, for the parts of the claim.
CLAIM: Final = {
    "subject": "subject",
    "predicate": "predicate",
    "object": "object",
    "asked": "asked",
}
# column -> its name, for the facts that prove the label.
PROOF: Final = {
    "deciding": "decided by",
    "rule": "entailed by",
    "ruled_out_by": "ruled out by",
    "message": "message",
    "constraint_iri": "constraint",
    "path": "path",
    "shape": "shape",
    "reason": "reason",
    "said_why": "reason",
}


@dataclass(frozen=True)
class CardAnswer:
    """One system's answer, with one validator's verdict."""

    system_id: str
    system_number: int
    validator_id: str
    is_filtered_by: bool
    outcome: Outcome
    status: str
    verdict: str
    answer: str
    confidence_text: str
    response: Excerpt
    reason: Excerpt
    response_event_id: str
    verdict_event_id: str


@dataclass(frozen=True)
class Card:
    """One card; texts that are missing in its source are empty."""

    anchor: str
    case_id: str
    case_event_id: str
    label: str
    meaning: str
    expected: str
    described: str
    question: Excerpt
    facts: tuple[Excerpt, ...]
    fact_count: int
    rules: tuple[Excerpt, ...]
    claim_words: str
    claim: tuple[tuple[str, str], ...]
    proof: tuple[tuple[str, str], ...]
    answers: tuple[CardAnswer, ...]

    @property
    def marked(self) -> list[CardAnswer]:
        """Return the answers by which the card is filtered, one per system."""
        return [answer for answer in self.answers if answer.is_filtered_by]

    @property
    def classes(self) -> str:
        """Return the classes of the card for the rules of ``section_filters``."""
        names = [f"label-{self.label}"]
        for answer in self.marked:
            kind, number = answer.outcome.kind, answer.system_number
            names += [f"some-{kind}", f"by-{number}", f"by-{number}-{kind}"]
        return " ".join(dict.fromkeys(names))

    @property
    def facts_left_out(self) -> int:
        return self.fact_count - len(self.facts)


def section(reader: RowReader, run_id: str) -> Markup | None:
    """Return the section of a run, None if no case is labelled E, C or U."""
    label_counts = {
        text_of(row, "label"): count_of(row, "card_count")
        for row in run_query(reader, "card_labels", run_id=run_id)
    }
    if not label_counts:
        return None
    outcome_rows = rows_under_test(
        reader, run_id, run_query(reader, "card_outcomes", run_id=run_id)
    )
    validator_id = chosen_validator(outcome_rows, None)
    marked_rows = kept(outcome_rows, validator_id=validator_id)
    systems = sorted({text_of(row, "system_id") for row in outcome_rows})
    numbers = {system_id: place for place, system_id in enumerate(systems)}
    page = (
        html_environment()
        .get_template("cards.html.j2")
        .render(
            cards=cards_of(reader, run_id, numbers, validator_id),
            card_count=sum(label_counts.values()),
            group=anchor("cards", run_id),
            labels=LABELS,
            label_counts=Counter(label_counts),
            systems=systems,
            system_limit=SYSTEM_LIMIT,
            outcomes=outcomes_of(marked_rows),
            all_outcomes=OUTCOMES,
            metrics={metric.name: metric.labels[""] for metric in in_section("cards")},
            summary=(summary := summary_of(reader, run_id, validator_id)),
            mappings=list(dict.fromkeys(mapping for _, mapping in summary)),
            matrices=matrices_of(
                confusion_of(reader, run_id, validator_id), errors_of(marked_rows), numbers
            ),
            validator_id=validator_id or "",
        )
    )
    # The template escapes all of its values.
    return Markup(page)  # noqa: S704


def cards_of(
    reader: RowReader, run_id: str, numbers: dict[str, int], validator_id: str | None
) -> list[Card]:
    """Return the first cards of a run in the order of the query, with all answers to them."""
    rows = run_query(
        reader,
        "cards",
        run_id=run_id,
        text_limit=TEXT_LIMIT,
        fact_limit=FACT_LIMIT,
        card_limit=CARD_LIMIT,
    )
    answers: dict[str, list[CardAnswer]] = {}
    for row in run_query(
        reader,
        "card_answers",
        run_id=run_id,
        case_ids=[text_of(row, "case_id") for row in rows],
        text_limit=RESPONSE_LIMIT,
    ):
        if text_of(row, "system_id") in numbers:
            answer = answer_of(row, numbers, validator_id)
            answers.setdefault(text_of(row, "case_id"), []).append(answer)
    return [card_of(run_id, row, tuple(answers.get(text_of(row, "case_id"), ()))) for row in rows]


def summary_of(
    reader: RowReader, run_id: str, validator_id: str | None
) -> dict[tuple[str, str], dict[str, MetricRow]]:
    """Return the metric rows by name, for each system and mapping."""
    select_metrics(reader, *(metric.name for metric in in_section("cards")))
    rows = rows_under_test(reader, run_id, run_query(reader, "card_metrics", run_id=run_id))
    summary: dict[tuple[str, str], dict[str, MetricRow]] = {}
    for row in kept(rows, validator_id=validator_id):
        measured = metric_of(run_id, row)
        if measured.variant.startswith(READING):
            key = (measured.system_id, measured.variant.removeprefix(READING))
            summary.setdefault(key, {})[measured.metric] = measured
    return dict(sorted(summary.items(), key=lambda item: place_of(*item[0])))


def place_of(system_id: str, mapping: str) -> tuple[str, int, str]:
    """Return the sort key of a system's mapping: known mappings first, in their order."""
    place = MAPPINGS.index(mapping) if mapping in MAPPINGS else len(MAPPINGS)
    return system_id, place, mapping


def confusion_of(reader: RowReader, run_id: str, validator_id: str | None) -> list[Row]:
    """Return the cells of one validator's matrices."""
    rows = ChartScope(run_id).rows(reader, "abstention_confusion")
    return kept(rows, validator_id=validator_id)


def answer_of(row: Row, numbers: dict[str, int], validator_id: str | None) -> CardAnswer:
    """Return the answer and verdict in one row."""
    system_id = text_of(row, "system_id")
    return CardAnswer(
        system_id=system_id,
        system_number=numbers[system_id],
        validator_id=text_of(row, "validator_id"),
        is_filtered_by=text_of(row, "validator_id") == validator_id,
        outcome=outcome_in(row),
        status=text_of(row, "status"),
        verdict=text_of(row, "verdict"),
        answer=text_of(row, "answer"),
        confidence_text=number(number_of(row, "confidence")),
        response=Excerpt(text_of(row, "response"), count_of(row, "response_length")),
        reason=Excerpt(text_of(row, "reason"), count_of(row, "reason_length")),
        response_event_id=text_of(row, "response_event_id"),
        verdict_event_id=text_of(row, "verdict_event_id"),
    )


def card_of(run_id: str, row: Row, answers: tuple[CardAnswer, ...]) -> Card:
    """Return the card in one row, with its answers."""
    case_id, label = text_of(row, "case_id"), text_of(row, "label")
    question = text_of(row, "question")
    described = [text_of(row, name) for name in ("generator", "nearness")]
    if row["severity"] is not None:
        described.append(f"severity {text_of(row, 'severity')}")
    if row["is_canary"]:
        described.append("canary")
    return Card(
        anchor=anchor("card", run_id, case_id),
        case_id=case_id,
        case_event_id=text_of(row, "event_id"),
        label=label,
        meaning=LABELS[label],
        expected=text_of(row, "expected"),
        described=" · ".join(word for word in described if word),
        question=Excerpt(question, count_of(row, "question_length")),
        facts=excerpts(row, "facts", "fact_lengths"),
        fact_count=count_of(row, "fact_count"),
        rules=excerpts(row, "rules", "rule_lengths"),
        claim_words=claim_words(question),
        claim=tuple(
            (called, text_of(row, name)) for name, called in CLAIM.items() if row[name] is not None
        ),
        proof=tuple(
            (called, text_of(row, name)) for name, called in PROOF.items() if row[name] is not None
        ),
        answers=answers,
    )


def excerpts(row: Row, texts: str, lengths: str) -> tuple[Excerpt, ...]:
    """Return a column of cut texts as excerpts, with their full lengths."""
    pairs = zip(listed(row, texts), listed(row, lengths), strict=True)
    return tuple(Excerpt(text, int(length or 0)) for text, length in pairs)


def listed(row: Row, column: str) -> list[str]:
    """Return a list column as texts, empty if it is null."""
    values = row[column]
    if not isinstance(values, list):
        return []
    return ["" if value is None else str(value) for value in values]


def claim_words(question: str) -> str:
    """
    Return the sentence that a card asks about; the question itself if it has another form.

    >>> claim_words("Is it true that Ash flows into Elm?")
    'Ash flows into Elm'
    >>> claim_words("Is it false that Ash flows into Elm?"), claim_words("Is Ash deprecated?")
    ('It is false that Ash flows into Elm', 'Is Ash deprecated?')
    """
    for opening, positive in OPENINGS:
        if question.startswith(opening) and question.endswith("?"):
            return positive + question[len(opening) : -1]
    return question
