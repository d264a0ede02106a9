"""
A report as a vault of Obsidian: notes of runs, gates, domains and failing cases that link.

Notes of one run stay when the next is written. A case that fails no longer keeps its note, whose
status says so.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import jinja2
from markupsafe import Markup

from evalstore.charts import render
from evalstore.charts.drawing.rows import ChartScope
from evalstore.metrics.catalog import in_section
from evalstore.queries import run_status
from evalstore.reports.gathering import runs_in_full
from evalstore.reports.model import stamp
from evalstore.reports.sparkline import described
from evalstore.reports.trend_lines import trends_of_run
from evalstore.reviews.gathering import review_of
from evalstore.reviews.review import Review, ReviewedCase
from evalstore.site.names import safe_name
from evalstore.store import integrity
from evalstore.store.reader import Reader
from evalstore.vault.folder import VaultFolder
from evalstore.vault.text import block, digest, front_matter, inline, link, tag

TEMPLATES: Final = Path(__file__).parent / "templates"
CASE_LIMIT: Final = 200
TEXT_LIMIT: Final = 4_000
LINE_LIMIT: Final = 20


def write_vault(reader: Reader, run_ids: Sequence[str], root: Path) -> VaultFolder:
    """
    Write the notes of these runs, of the newest without any; return the folder with what it did.

    Raises CorruptStoreError as the page does, UsageError for an unknown run or a file in the way.
    """
    integrity.require(integrity.definition_problems(reader))
    for run_id in run_ids:
        run_status(reader, run_id)
    chosen = list(run_ids) or runs_in_full(reader)
    integrity.require(integrity.fact_problems(reader, chosen))
    folder = VaultFolder(root)
    found: dict[str, str] = {}
    # The oldest first, so that a note of several runs says what the newest does.
    reviews = [review_of(reader, run_id, case_limit=CASE_LIMIT, text_limit=TEXT_LIMIT)
               for run_id in reversed(chosen)]  # fmt: skip
    for review in reviews:
        _write_run(folder, reader, review)
        for gate_id in dict.fromkeys(finding.gate_id for finding in review.findings):
            folder.note(f"Gates/{safe_name(gate_id)}.md", _gate_text(review, gate_id))
        for domain in review.run.domains:
            folder.note(f"Domains/{safe_name(domain)}.md", _domain_text(review, domain))
        for case in review.cases:
            folder.note(f"{case_note(case)}.md", _case_text(review, case))
            found[f"{case_note(case)}.md"] = review.run.suite
    complete = {review.run.suite for review in reviews if len(review.cases) == review.case_count}
    folder.mark_others(complete, set(found))
    folder.finish(found)
    return folder


def case_note(case: ReviewedCase) -> str:
    """Return the name of the note of a case as one system answers it."""
    return f"Cases/{safe_name(f'{case.system_id}.{case.case_id}')}"


def _write_run(folder: VaultFolder, reader: Reader, review: Review) -> None:
    run = review.run
    name = safe_name(run.run_id)
    charts = []
    for metric in in_section("charts"):
        if metric.has_value or ChartScope(run.run_id).rows(reader, metric.name):
            chart = f"{name}-{metric.name}.svg"
            drawn = render.svg(render.chart_for(reader, metric.name, run_id=run.run_id))
            folder.attachment(f"Attachments/{chart}", drawn)
            charts.append(Markup(f"![[Attachments/{chart}]]"))  # noqa: S704 (safe names)
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
    text = _rendered(
        "run.md.j2", head=front_matter(head), review=review, charts=charts,
        trends=[described(line) for line in lines],
    )  # fmt: skip
    folder.note(f"Runs/{name}.md", text)


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


def _domain_text(review: Review, domain: str) -> str:
    head = {"domain": domain, "suite": review.run.suite, "tags": [tag("domain")]}
    findings = [
        finding
        for finding in review.findings
        if (finding.slice_name, finding.slice_value) == ("domain", domain)
    ]
    cases = [case for case in review.cases if case.domain == domain]
    return _rendered(
        "domain.md.j2", head=front_matter(head), review=review, domain=domain,
        findings=findings, cases=cases,
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
        "tags": [tag("case"), *(tag(name) for name in (*case.labels, *case.tags))],
    }
    return _rendered("case.md.j2", head=front_matter(head), review=review, case=case)


def _case_link(case: ReviewedCase) -> Markup:
    folder, _, name = case_note(case).partition("/")
    return link(folder, name, f"{case.case_id}, {case.system_id}")


def _rendered(template: str, **values: object) -> str:
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=False,  # noqa: S701 (Markdown is no HTML; `finalize` neutralises every value)
        finalize=inline,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update({"block": block, "digest": digest, "stamp": stamp})
    environment.globals.update(
        {
            "run_link": lambda run_id: link("Runs", safe_name(run_id), run_id),
            "gate_link": lambda gate_id: link("Gates", safe_name(gate_id), gate_id),
            "domain_link": lambda domain: link("Domains", safe_name(domain), domain),
            "case_link": _case_link,
        }
    )
    return environment
