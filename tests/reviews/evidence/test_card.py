"""A card says what the store says of a run, in a form that its schema describes."""

import json
import zipfile

import jsonschema
import pytest
from click.testing import CliRunner

import evalstore
from evalstore.cli import cli
from evalstore.errors import UsageError
from evalstore.harnesses.append import record_own
from evalstore.reviews.evidence import run_card
from tests.reviews.evidence.conftest import SETTING, run_events
from tests.store.test_redacted_facts import take_out


@pytest.fixture(scope="module")
def card(audited_store):
    """Return the card of r2."""
    return audited_store.card("r2")


def validated(card):
    validator = jsonschema.Draft202012Validator(
        run_card.schema(), format_checker=jsonschema.FormatChecker()
    )
    return [(list(error.path), error.message) for error in validator.iter_errors(card)]


def test_the_schema_describes_it(card):
    """A card that lacks something, or has more, does not fit."""
    jsonschema.Draft202012Validator.check_schema(run_card.schema())

    assert validated(card) == []
    assert validated({**card, "judged_by": None}) != []
    assert validated({name: card[name] for name in card if name != "log"}) != []
    assert validated({**card, "more": 1}) != []


@pytest.mark.parametrize("metric", ["accuracy", "ece", "missing_rate"])
def test_its_numbers_are_those_of_the_metrics(card, audited_store, metric):
    """Value, interval and counts, of the slice of all cases and the primary validator."""
    [item] = [
        item
        for item in card["numbers"]
        if item["metric"] == metric and item["is_primary_validator"]
    ]
    rows = audited_store.metric(metric, run="r2", validator="factual", typed=False)
    [row] = [dict(zip(rows.columns, row, strict=True)) for row in rows.rows()]

    assert item["value"] == pytest.approx(row[metric], abs=1e-11)
    assert item["n"] == row["scored_count"]
    if "ci_low" in row:
        assert item["interval"] == pytest.approx([row["ci_low"], row["ci_high"]], abs=1e-11)


def test_what_was_asked_and_judged(card):
    """Counts by domain, the check against people, and the decision with what it required."""
    assert card["asked"]["suite"] == "capitals"
    assert card["asked"]["domains"] == [
        {"domain": "even", "case_count": 4}, {"domain": "odd", "case_count": 4},
    ]  # fmt: skip
    assert card["run"]["settings"] == {"system_prompt": f'"{SETTING}"', "temperature": "0.5"}
    [system] = card["systems"]
    assert (system["response_count"], system["missing_count"]) == (7, 1)
    by_name = {judge["validator_id"]: judge for judge in card["judged_by"]}
    [agreement] = by_name["factual"]["agreement_with_people"]
    assert agreement["scored_count"] == 6
    # It says right six times, and ann four times of these: no more than by chance.
    assert agreement["percent_agreement"] == pytest.approx(4 / 6)
    assert agreement["kappa"] == pytest.approx((4 / 6 - 4 / 6) / (1 - 4 / 6))
    [decision] = [item for item in card["decisions"] if item["gate_id"] == "no-drop"]
    assert decision["required"]["max_drop"] == 0.5
    assert decision["baseline"]["baseline_run_id"] == "r1"
    assert decision["drop"]["n"] == 8


@pytest.mark.sweep
def test_a_run_that_lost_payloads_has_no_numbers(tmp_path):
    """They could not be computed again; what is recorded of the run stays."""
    store = evalstore.open(tmp_path / "redacted", create=True)
    store.append(run_events("r1", "capitals", "2026-01-01T08:00:00Z", 4))
    [(event_id,)] = store.query("select event_id from facts.responses where case_id = 'c3'").rows()
    take_out(store, [event_id])
    payload = {"event_id": str(event_id), "reason": "private"}
    redaction = {"kind": "redacted", "run_id": "r1", "payload": payload}
    record_own(store.layout, [redaction], command="redact")
    card = store.card("r1")
    pack = store.evidence("capitals", tmp_path / "a.zip", since="2026-01-01")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        text = archive.read("index.md").decode()

    assert validated(card) == []
    assert card["numbers"] == []
    assert card["run"]["redacted_count"] == 1
    assert pack.report_count == 0
    assert "What the removed payloads of r1 said; numbers of these runs are not given." in text
    assert "No gate of this store decided on these runs" in text


def test_the_command_writes_what_the_method_returns(card, audited_store, tmp_path):
    """The texts of settings left out on request, not their numbers."""
    path = tmp_path / "card.json"
    arguments = ["card", "--run", "r2", "--without-texts", "-o", str(path)]
    written = CliRunner().invoke(cli, [*arguments, "--store", str(audited_store.folder)])
    settings = {"system_prompt": "[text left out]", "temperature": "0.5"}

    assert written.stdout == f"wrote {path}\n"
    assert json.loads(path.read_text("utf-8")) == {
        **card, "run": {**card["run"], "settings": settings},
    }  # fmt: skip


def test_an_unknown_run_has_no_card(audited_store):
    """The error lists the known ones, and the schema needs no store."""
    with pytest.raises(UsageError, match="no run 'r9'"):
        audited_store.card("r9")

    assert json.loads(CliRunner().invoke(cli, ["schema", "card"]).stdout) == run_card.schema()
