"""Issue on a run that does not pass its gates: findings, failing cases, labels and a key."""

from dataclasses import dataclass
from typing import Final

from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.gathering import key_of
from evalstore.reviews.outputs.markdown import commands_block, environment, marker
from evalstore.reviews.outputs.stopped import is_stopped
from evalstore.reviews.report.markdown import with_short_texts
from evalstore.reviews.report.untrusted import break_auto_links, for_markdown
from evalstore.reviews.review import Finding, Review

# Issues on GitHub end at 65,536 characters.
LENGTH_LIMIT: Final = 60_000
TEXT_LENGTH: Final = 2_000
TITLE_LENGTH: Final = 120
NAME_LENGTH: Final = 40
NAMED_MAX: Final = 3
DOMAINS_MAX: Final = 8
# Numbers of failing cases and sentences; the first that fit are used.
SIZES: Final = ((10, 20), (5, 20), (2, 15), (0, 15), (0, 3))
HEADINGS: Final = {
    "hallucination": "Hallucination Test Failure",
    "phenomenology": "Phenomenology Test Failure",
    "respect-failure": "Respect Test Failure",
}
VERBS: Final = {"fail": "fails", "broken": "is broken", "undecided": "is undecided"}
# A title is plain text, but a tracker or a file may show it as Markdown.
PLAIN: Final = str.maketrans({"<": "(", ">": ")", "[": "(", "]": ")", "`": "'", "|": "/"})


@dataclass(frozen=True)
class IssueText:
    """
    The parts of an issue; ``body`` is Markdown that begins with the hidden marker of ``key``.

    The key is the same for the same suite, branch and gates, whichever of them fail, so that a
    run that passes again has the key of the issue that it resolves.
    ``labels`` are the kinds of failure, in the order of the taxonomy.
    """

    title: str
    body: str
    labels: tuple[str, ...]
    key: str


def issue(review: Review) -> IssueText:
    """Return the issue of a review, whose body has at most ``LENGTH_LIMIT`` characters."""
    kinds = {kind for case in review.cases for kind in case.taxonomy}
    labels = tuple(kind for kind in HEADINGS if kind in kinds)
    scope = [review.scope] if review.scope else []
    key = key_of(review.run.suite, [review.run.git_branch, *_gate_ids(review.blocking), *scope])
    sizes = () if is_stopped(review) else SIZES
    drawn = (_drawn(review, labels, key, *size) for size in sizes)
    body = next((text for text in drawn if len(text) <= LENGTH_LIMIT), "")
    least = f"{marker(key)}\n{for_markdown(review.decision)}\n"
    return IssueText(_title(review), body or least, labels, key)


def _gate_ids(findings: tuple[Finding, ...]) -> list[str]:
    return sorted({finding.gate_id for finding in findings})


def _title(review: Review) -> str:
    """Return a title of the suite, its branch and the failing gates."""
    named: dict[str, str] = {}
    for item in review.failing:
        # Findings are worst first, so this keeps the worst one of each gate.
        named.setdefault(item.gate_id, VERBS.get(item.answer, ""))
    words = [f"{_plain(gate_id)} {verb}" for gate_id, verb in [*named.items()][:NAMED_MAX]]
    if len(named) > NAMED_MAX:
        words.append(f"{len(named) - NAMED_MAX} more")
    branch = f" on {_plain(review.run.git_branch)}" if review.run.git_branch else ""
    failures = ", ".join(words) or "no gate fails"
    return one_line(
        f"{_plain(review.run.suite or 'Evaluation')}{branch}: {failures}", TITLE_LENGTH
    )


def _plain(name: str) -> str:
    return break_auto_links(one_line(name, NAME_LENGTH).translate(PLAIN))


def _drawn(
    review: Review, labels: tuple[str, ...], key: str, case_limit: int, failing_limit: int
) -> str:
    cases = tuple(with_short_texts(case, TEXT_LENGTH) for case in review.cases[:case_limit])
    failing = review.failing[:failing_limit]
    run = ("--run", review.run.run_id)
    moment = review.run.started_at or review.run.finished_at
    return (
        environment()
        .get_template("issue.md.j2")
        .render(
            review=review,
            marker=marker(key),
            heading=HEADINGS[labels[0]] if labels else "Test Failure",
            date="unknown" if moment is None else f"{moment:%Y-%m-%d}",
            domains=_domains(review),
            labels=labels,
            failing=failing,
            failing_left_out=len(review.failing) - len(failing),
            cases=cases,
            commands=commands_block(
                ("evalstore", "failures", *run),
                *(("evalstore", "gate", *run, "--explain", item.gate_id) for item in failing[:1]),
            ),
        )
    )


def _domains(review: Review) -> str:
    """Return the domains of the failing cases, else those of the run, as text."""
    names = sorted({case.domain for case in review.cases if case.domain}) or review.run.domains
    named = [
        one_line(name, NAME_LENGTH).replace("_", " ").capitalize() for name in names[:DOMAINS_MAX]
    ]
    more = [f"{len(names) - DOMAINS_MAX} more"] if len(names) > DOMAINS_MAX else []
    return ", ".join([*named, *more]) or "unknown"
