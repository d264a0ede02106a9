"""
A report as an Obsidian vault: linked notes of runs, gates, domains and failing cases.

Notes of earlier runs are kept. The note of a case that no longer fails is kept with a changed
status.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import jinja2
from markupsafe import Markup

from evalstore.base import sql_files
from evalstore.base.template_cache import TemplateCache
from evalstore.errors import EmptyChartError
from evalstore.metrics.catalog import in_section
from evalstore.reviews.charts import render
from evalstore.reviews.charts.drawing.rows import text_of
from evalstore.reviews.gathering import review_of
from evalstore.reviews.report.gathering import runs_in_full
from evalstore.reviews.report.model import stamp
from evalstore.reviews.report.sparkline import described
from evalstore.reviews.report.trend_lines import trends_of_run
from evalstore.reviews.review import Review, ReviewedCase, RunFacts
from evalstore.reviews.site.names import safe_name
from evalstore.reviews.vault.domain_numbers import domain_numbers
from evalstore.reviews.vault.folder import FAILING, NOT_FAILING, VaultFolder
from evalstore.reviews.vault.text import block, digest, front_matter, inline, link, tag
from evalstore.store.query.queries import run_status
from evalstore.store.query.reader import Reader
from evalstore.store.verify import integrity

TEMPLATES: Final = Path(__file__).parent / "templates"
CASE_LIMIT: Final = 200
TEXT_LIMIT: Final = 4_000
LINE_LIMIT: Final = 20


def write_vault(reader: Reader, run_ids: Sequence[str], root: Path) -> VaultFolder:
    """
    Write the notes of these runs, or of the newest run if there are none, and return the folder.

    The folder lists the written, kept and marked files. Raises CorruptStoreError like the page,
    and UsageError for an unknown run or a file that is not a note of evalstore.
    """
    integrity.require(integrity.definition_problems(reader))
    for run_id in run_ids:
        run_status(reader, run_id)
    chosen = list(run_ids) or runs_in_full(reader)
    integrity.require(integrity.fact_problems(reader, chosen))
    # The oldest first, so that a note of several runs is that of the newest.
    reviews = sorted(
        (review_of(reader, run_id, case_limit=CASE_LIMIT, text_limit=TEXT_LIMIT)
         for run_id in chosen),
        key=lambda review: (_moment(review.run), review.run.run_id),
    )  # fmt: skip
    folder = VaultFolder(root)
    notes: dict[str, str] = {}
    for review in reviews:
        _add_notes(notes, reader, review)
    charts = [_charts(reader, review.run.run_id) for review in reviews]
    for review, drawn in zip(reviews, charts, strict=True):
        notes[f"Runs/{safe_name(review.run.run_id)}.md"] = _run_text(reader, review, list(drawn))
    folder.notes(notes)
    for drawn in charts:
        for chart, text in drawn.items():
            folder.attachment(f"Attachments/{chart}", text)
    for review in {review.run.suite: review for review in reviews}.values():
        folder.mark(name for name in _right_notes(reader, review) if name not in notes)
    return folder


def _add_notes(notes: dict[str, str], reader: Reader, review: Review) -> None:
    """Add the notes of gates, domains and cases to those of earlier runs."""
    suite = review.run.suite
    for gate_id in dict.fromkeys(finding.gate_id for finding in review.findings):
        notes[f"Gates/{_name(suite, gate_id)}.md"] = _gate_text(review, gate_id)
    numbers = domain_numbers(reader, review.run.run_id)
    for domain in review.run.domains:
        notes[f"Domains/{_name(suite, domain)}.md"] = _domain_text(
            review, domain, numbers.get(domain, ())
        )
    for name in _right_notes(reader, review):
        if name in notes:
            notes[name] = notes[name].replace(FAILING, NOT_FAILING, 1)
    notes |= {f"{case_note(suite, case)}.md": _case_text(review, case)
              for case in review.cases}  # fmt: skip


def case_note(suite: str, case: ReviewedCase) -> str:
    """Return the name of the note of one system's answer to a case."""
    return f"Cases/{_name(suite, case.system_id, case.case_id)}"


def _name(*parts: str) -> str:
    """Return a name that is unique to these parts, since suites share ids of gates and cases."""
    is_parted = any("." in part for part in parts)
    return safe_name(json.dumps(parts) if is_parted else ".".join(parts))


def _right_notes(reader: Reader, review: Review) -> list[str]:
    """Return the names of notes for the cases that do not fail in a run."""
    if len(review.cases) < review.case_count:
        # Not all failing cases were read, so the others are unknown.
        return []
    failing = {(case.system_id, case.case_id) for case in review.cases}
    rows = reader.rows(sql_files.read("sql/vault/answered"), run_id=review.run.run_id)
    answered = [(text_of(row, "system_id"), text_of(row, "case_id")) for row in rows]
    return [
        f"Cases/{_name(review.run.suite, *names)}.md" for names in answered if names not in failing
    ]


def _moment(run: RunFacts) -> str:
    moment = run.started_at or run.committed_at
    return moment.isoformat() if moment else ""


def _charts(reader: Reader, run_id: str) -> dict[str, str]:
    """Return the charts of a run for which it has data, as SVG by file name."""
    charts: dict[str, str] = {}
    for metric in in_section("charts"):
        with suppress(EmptyChartError):
            chart = render.chart_for(reader, metric.name, run_id=run_id)
            charts[f"{safe_name(run_id)}-{metric.name}.svg"] = render.svg(chart)
    return charts


def _run_text(reader: Reader, review: Review, charts: Sequence[str]) -> str:
    run = review.run
    lines = trends_of_run(reader, run.run_id)[:LINE_LIMIT]
    head = {
        "run": run.run_id,
        "suite": run.suite,
        "suite_version": run.suite_version,
        "decision": review.answer or "not decided",
        "commit": run.git_sha,
        "branch": run.git_branch,
        "started": run.started_at.isoformat() if run.started_at else None,
        "run_status": run.run_status,
        "cases": run.case_count,
        "failing_cases": review.case_count,
        "systems": list(run.systems),
        "tags": [tag("run"), tag(review.answer or "not decided")],
    }
    return _rendered(
        "run.md.j2", head=front_matter(head), review=review,
        charts=[Markup(f"![[Attachments/{chart}]]") for chart in charts],  # noqa: S704 (names)
        trends=[
            *(described(line) for line in lines),
            *(described(line, "session") for line in lines if line.sessions),
        ],
    )  # fmt: skip


def _gate_text(review: Review, gate_id: str) -> str:
    findings = [finding for finding in review.findings if finding.gate_id == gate_id]
    head = {
        "gate": gate_id,
        "metric": findings[0].metric,
        "decision": findings[0].answer,
        "suite": review.run.suite,
        "run": review.run.run_id,
        "tags": [tag("gate"), tag(findings[0].answer)],
    }
    noted = {(case.system_id, case.case_id): case for case in review.cases}
    return _rendered(
        "gate.md.j2", head=front_matter(head), review=review, findings=findings, noted=noted
    )


def _domain_text(review: Review, domain: str, numbers: Sequence[str]) -> str:
    head = {"domain": domain, "suite": review.run.suite, "tags": [tag("domain")]}
    findings = [
        finding
        for finding in review.findings
        if (finding.slice_name, finding.slice_value) == ("domain", domain)
    ]
    cases = [case for case in review.cases if case.domain == domain]
    return _rendered(
        "domain.md.j2", head=front_matter(head), review=review, domain=domain,
        numbers=numbers, findings=findings, cases=cases,
    )  # fmt: skip


def _case_text(review: Review, case: ReviewedCase) -> str:
    head = {
        "case": case.case_id,
        "system": case.system_id,
        "domain": case.domain,
        "status": "failing",
        "suite": review.run.suite,
        "run": review.run.run_id,
        "change": case.change or None,
        "confidence": case.confidence,
        "tags": list(dict.fromkeys(tag(name) for name in ("case", *case.taxonomy, *case.tags))),
    }
    return _rendered("case.md.j2", head=front_matter(head), review=review, case=case)


def _gate_link(suite: str, gate_id: str) -> Markup:
    return link("Gates", _name(suite, gate_id), gate_id)


def _domain_link(suite: str, domain: str) -> Markup:
    return link("Domains", _name(suite, domain), domain)


def _case_link(suite: str, case: ReviewedCase) -> Markup:
    folder, _, name = case_note(suite, case).partition("/")
    return link(folder, name, f"{case.case_id}, {case.system_id}")


def _rendered(template: str, **values: object) -> str:
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=False,  # noqa: S701 (Markdown is not HTML; `finalize` neutralises every value)
        finalize=inline,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=TemplateCache("vault"),
    )
    environment.filters.update({"block": block, "digest": digest, "stamp": stamp})
    environment.globals.update(
        {
            "run_link": lambda run_id: link("Runs", safe_name(run_id), run_id),
            "gate_link": _gate_link,
            "domain_link": _domain_link,
            "case_link": _case_link,
        }
    )
    return environment
