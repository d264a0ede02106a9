"""Sentences with a number or a list say what the code has."""

import json
import re
import tomllib
from pathlib import Path

import click
import pytest

from evalstore.base import sql_files
from evalstore.cli import cli
from evalstore.events import misspelling, parsing, prefilter, schemas
from evalstore.gates import baseline, control, preset
from evalstore.harnesses import joint_run, pipeline
from evalstore.judges.text import phrases
from evalstore.judges.text.values import numbers
from evalstore.reviews.charts.drawing import bands, layout
from evalstore.reviews.report import section_filters
from evalstore.running import appender
from evalstore.running.chat import chat_settings, client
from evalstore.running.simulation import simulation_settings
from evalstore.running.systems import command, simulated
from evalstore.scale.remotes import remote_log
from evalstore.statistics import change_detection, comparison, trend_detection
from evalstore.store.log import rounds
from evalstore.suites.drift import drift
from evalstore.suites.drift.crisis import crisis_personas
from evalstore.suites.drift.engine import thresholds
from evalstore.suites.drift.engine.critic import settings as critic_settings
from evalstore.suites.drift.training import critic_training
from evalstore.suites.epistemic import epistemic
from evalstore.suites.hallucination import hallucination
from evalstore.suites.hallucination.cases import math

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
WORDS = {
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 10: "ten",
    12: "twelve", 14: "fourteen", 50: "fifty",
}  # fmt: skip
MIB = 2**20

CLAIMS = [
    ("architecture.md", "rounds of at most {:,} events", rounds.ROUND_EVENTS_MAX),
    ("architecture.md", "a file of more than {:,} records in parts", pipeline.RECORDS_AT_ONCE),
    ("architecture.md", "fewer than {} candidates in a batch skips", prefilter.FAST_PATH_MIN),
    ("compare.md", "fewer than {} clusters", comparison.CLUSTER_COUNT_MIN),
    ("drift.md", "journal for {word} to", crisis_personas.WEEK_COUNT_MIN),
    ("drift.md", "to {word} weeks", crisis_personas.WEEK_COUNT_MAX),
    ("drift-methods.md", "{word} passes with different neurons", critic_settings.PASSES_DEFAULT),
    ("drift.md", "trained on {} other personas", critic_training.PERSONAS_DEFAULT),
    ("drift.md", "{} test personas", drift.PERSONA_COUNT_DEFAULT),
    ("drift.md", "starting values (delta {:g}", thresholds.Thresholds().delta),
    ("drift.md", "tau_low {:g}, c_min 3) cannot", thresholds.Thresholds().tau_low),
    ("epistemic.md", "a plausible false object ({:g})", epistemic.CardCounts().near_miss),
    ("epistemic.md", "The first {word} systems by name", section_filters.SYSTEM_LIMIT),
    ("epistemic.md", "for up to {word} systems", layout.PANEL_LIMIT),
    ("epistemic.md", "behind them, up to {word}", bands.BAND_LIMIT),
    ("events.md", "more than {} levels", parsing.DEPTH_MAX),
    ("events.md", "an integer beyond 2^{}", parsing.INTEGER_MAX.bit_length() - 1),
    ("events.md", "one of {word} letters or more", misspelling.NAME_LENGTH_MIN),
    ("formats-fields.md", "the first {} hexadecimal digits", joint_run.DIGEST_LENGTH),
    ("gates.md", "`alpha` (default {:g})", control.ALPHA_DEFAULT),
    ("gates.md", "{word} digits or more of its hash", baseline.SHA_LENGTH_MIN),
    ("hallucination.md", "problems of {word} topics", len(math.TOPICS)),
    ("phenomenology-rules.md", "within {word} words before", phrases.NEGATION_WINDOW),
    ("answer-keys.md", "rounded to {word} places or more", numbers.ROUNDED_PLACES_MIN),
    ("running.md", "appended every {word} seconds", int(appender.FLUSH_SECONDS)),
    ("shared-store.md", "the entries up to a size, {} more each time", remote_log.INDEX_EVERY),
    ("systems.md", "At most {} MiB of a body", client.BODY_BYTES_MAX // MIB),
    ("systems.md", "more than {} MiB of output", command.STDOUT_BYTES_MAX // MIB),
    ("trends.md", "the first {} known values", change_detection.REFERENCE_COUNT),
    ("trends.md", "(k = {:g})", change_detection.ALLOWANCE),
    ("trends.md", "| h = {:g} |", trend_detection.CUSUM_LIMIT),
    ("trends.md", "delta = {:g}", trend_detection.PAGE_HINKLEY_DELTA),
    ("trends.md", "lambda = {:g}", trend_detection.PAGE_HINKLEY_LAMBDA),
]


def text_of(name):
    """Return a document with its lines joined, so that a sentence is found across them."""
    return " ".join((DOCS / name).read_text(encoding="utf-8").split())


def rows_of(name, heading):
    """Return the cells of a document's table that opens with this heading."""
    text = (DOCS / name).read_text(encoding="utf-8")
    [table] = re.findall(rf"^\| {heading} .*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in table.splitlines()]


@pytest.mark.parametrize(("name", "sentence", "value"), CLAIMS, ids=lambda value: str(value)[:40])
def test_numbers_are_those_of_the_code(name, sentence, value):
    """A document that names a number names the constant's."""
    expected = sentence.format(value, word=WORDS.get(value))

    assert expected.lower() in text_of(name).lower()


def test_data_files_are_as_large_as_said():
    """Elements, constants and services are counted in the files."""
    science = json.loads(
        (ROOT / "evalstore/suites/hallucination/data/science.json").read_text("utf-8")
    )
    rules = (ROOT / "evalstore/events/token_formats.csv").read_text("utf-8").splitlines()

    assert f"{len(science['elements'])} elements" in text_of("hallucination.md")
    assert 40 <= len(science["constants"]) < 45
    assert 95 <= len(rules) <= 110
    assert hallucination.HallucinationSettings().adversarial_share == 1 / 5


def test_a_whole_run_lacks_few_responses():
    """The share that gates.md names is that of the view."""
    view = sql_files.read("sql/facts/views/run_completeness")
    share = re.search(r"answered_case_count >= ([\d.]+) \*", view)

    assert f"a response for {float(share[1]):.0%}".replace("%", " %") in text_of("gates.md")


def test_every_option_of_gate_is_explained():
    """The table has each option but those that all commands share, and the hidden ones."""
    command = cli.get_command(click.Context(cli), "gate")
    options = {
        option
        for parameter in command.params
        if not getattr(parameter, "hidden", False)
        for option in parameter.opts
    }
    listed = {re.match(r"`(--[\w-]+)", row[0])[1] for row in rows_of("gates.md", "option")}

    assert options - {"--store", "--config"} == listed


def test_every_preset_is_explained():
    """The table names each preset that ships."""
    listed = [name for row in rows_of("gates.md", "preset") for name in row[0].split(", ")]

    assert preset.names() == sorted(listed)


@pytest.mark.parametrize("name", ["ideal-licensed", "typical-rag", "raw-model"])
def test_published_expectations_are_those_of_the_presets(name):
    """Each cell of the table is a bound or a band in the file."""
    gates = tomllib.loads((ROOT / f"evalstore/gates/presets/{name}.toml").read_text("utf-8"))
    expected = []
    for gate in gates["gate"][:4]:
        low, high = gate.get("min"), gate.get("max")
        if low is None or high is None:
            words = f"at most {high:.2f}" if low is None else f"at least {low:.2f}"
        else:
            words = f"{low:.2f} to {high:.2f}"
        expected.append(words)
    [row] = [row for row in rows_of("epistemic.md", "preset") if row[0] == f"`{name}`"]

    assert expected == row[1:]


def settings_in(name, place):
    """Return names and defaults of the table of settings below a heading of systems.md."""
    text = (DOCS / name).read_text("utf-8")
    section = text.partition(f"\n## {place}\n")[2].partition("\n## ")[0]
    for names, default in re.findall(r"^\| (`.*?`) \| (.*?) \|", section, re.MULTILINE):
        found = re.findall(r"`(\w+)`", names)
        values = default.split(", ")
        yield from zip(found, values * (len(found) // len(values)), strict=True)


def test_settings_of_chat_model_are_as_said():
    """Every setting is listed, with its default."""
    given = {"base_url": "http://localhost/v1", "model": "m", "confidence": "vote"}
    defaults = chat_settings.settings_of("s", given).recorded()
    listed = dict(settings_in("systems.md", "chat_model"))

    assert set(chat_settings.ChatSettings.__annotations__) == set(listed)
    for setting in ("timeout_s", "retries", "backoff_s", "wait_s_max", "concurrency", "samples"):
        assert float(listed[setting]) == defaults[setting], setting
    assert listed["system_prompt"] == f'`"{defaults["system_prompt"]}"`'
    assert listed["key_variable"] == f'`"{defaults["key_variable"]}"`'


def test_settings_of_simulated_are_as_said():
    """Every setting is listed, with its default."""
    defaults = simulated.simulated_settings("simulated", {}).recorded()
    listed = dict(settings_in("systems.md", "simulated"))
    spelled = {
        "accuracy_by_domain": "none",
        "skill": "none",
        "common_luck": f"{simulation_settings.SimulatedSettings().common_luck:g}",
        "sleep": "false",
    }

    numbers = {name: f"{value:g}" for name, value in defaults.items() if name not in spelled}

    assert {**numbers, **spelled} == listed


def test_fields_of_an_event_line_are_those_of_its_schema():
    """The table of the envelope has every field, and no other."""
    text = (DOCS / "events.md").read_text("utf-8")
    envelope = text.partition("## The envelope")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| \**(\w+)\** \|", envelope, re.MULTILINE)[1:]

    assert sorted(schemas.schema("event_line")["properties"]) == sorted(listed)
