"""Verdicts of our judges on replies that stay as they are: the same results are the same judge."""

import hashlib
import importlib
import itertools
import json
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict
from evalstore.running.model_calls.asker import JudgeReply
from evalstore.running.restoring import restored_case, restored_response
from tests.base.encoders.tiny_cross_encoder import tiny_cross_encoder
from tests.judges.sources import judges

FIXTURES = Path(__file__).parents[1] / "fixtures"
JUDGING, JUDGES = FIXTURES / "judging", FIXTURES / "judges"
# Beside the defaults.
OTHER_SETTINGS = {
    "evidence": {"quote_words_min": 6},
    "format_compliance": {"allow_code_fence": True},
}
UNDETERMINED = Verdict("undetermined", "no rule reads it")
OUTCOMES = ("right", "wrong", "abstained", "undetermined", "unscored", "error", None)
ENCODERS = {
    "entails": ("bert", None),
    "contradicts": ("bert", ("Entailment", "CONTRADICTION", "neutral")),
    "other": ("roberta", None),
}
# Probabilities of one model differ a little between machines.
DIGITS = 2


def results_of(name):
    """Return the hash of all verdicts of a judge on the fixtures."""
    judged = {"model_judge": _by_model, "panel": _by_panel, "second_opinion": _by_encoder}
    verdicts = judged.get(name, _by_rules)(importlib.import_module(judges()[name]), name)
    found = [_shown(asdict(one) if isinstance(one, Verdict) else one) for one in verdicts]
    return hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()


def replies():
    """Yield a case and a response each: made ones of every suite, and written ones."""
    for row in _rows(JUDGES / "replies.jsonl"):
        response = row["response"]
        yield restored_case({"case_id": "c", **row["case"]}, {}), restored_response(response)
    for file in sorted(JUDGING.glob("*.jsonl")):
        for row in _rows(file):
            yield from _written(row)


def _written(row):
    """Yield a written reply, once for each key that it may be held against."""
    turns = [turn["content"] for turn in row.get("conversation", ()) if turn["role"] == "user"]
    said = [turn["content"] for turn in row.get("conversation", ()) if turn["role"] != "user"]
    asked = (
        row.get("turns") or turns or [row.get("question") or row.get("prompt") or "What is it?"]
    )
    reply = row.get("reply", said[-1] if said else None)
    keys = [row.get("key", {})]
    if "golden_answers" in row:
        value, *others = row["golden_answers"] or ["nothing that is known"]
        keys = [{"kind": "name", "value": value, "aliases": others}]
    elif "options" in row:
        keys = [
            {"kind": "choice", "value": one, "options": row["options"]} for one in row["options"]
        ]
    elif "images" in row:
        keys = [{"symbols": row["images"]}]
    for key in keys:
        case = Case("c", "d", "g", tuple(asked), (), row.get("expected"), key)
        yield case, Response("ok", text=reply, turns=tuple(said))


def _by_rules(module, name):
    for settings in ({}, OTHER_SETTINGS.get(name)):
        if settings is not None:
            given = {**getattr(module, "SETTINGS", {}), **settings}
            yield from (module.judge(case, reply, **given) for case, reply in replies())


def _by_panel(module, _):
    votes = [one and Verdict(one, f"it is {one}", tags=(one,)) for one in OUTCOMES]
    votes += [replace(UNDETERMINED, score=0.75), Verdict("measured", "it is 3", value=3.0)]
    for rule, count in itertools.product(module.RULES, (2, 3)):
        for chosen in itertools.combinations_with_replacement(votes, count):
            said = dict(zip("abc", chosen, strict=False))
            yield module.judge(said, rule=rule, is_measured=False)
    for chosen in itertools.product([votes[-1], replace(votes[-1], value=4.5), None], repeat=2):
        yield module.judge(dict(zip("ab", chosen, strict=True)), rule="mean", is_measured=True)


class _Scripted:
    """A model that says in turn all that its schema allows, and texts that it does not."""

    def __init__(self):
        self.asked = []

    def ask(self, messages, schema, sample):
        self.asked.append(messages)
        values = {
            name: about.get("enum", [about.get("minimum"), about.get("maximum")])
            for name, about in schema["properties"].items()
        }
        turn = len(self.asked) + sample
        told = {name: found[turn % len(found)] for name, found in values.items()}
        text = json.dumps({**told, "reason": "It says so."})
        return JudgeReply("0", ("no JSON", f"```json\n{text}\n```", text, text)[turn % 4])


def _by_model(module, _):
    rows = list(replies())[::12]
    asker = _Scripted()
    for file, votes in itertools.product(sorted(JUDGES.glob("*.toml")), (1, 3)):
        chosen = module.template(str(file))
        for (case, reply), (_, rival) in itertools.pairwise(rows):
            verdict, _, about = module.judge(
                case, reply, rival, chosen=chosen, votes=votes, asker=asker
            )
            yield from (verdict, about)
    yield from asker.asked


def _by_encoder(module, _):
    rows = list(replies())[::10]
    with tempfile.TemporaryDirectory() as folder:
        encoders = [
            str(tiny_cross_encoder(Path(folder, one), kind, labels=labels))
            for one, (kind, labels) in ENCODERS.items()
        ]
        compared = sorted(module.COMPARISONS)
        for encoder, name, (case, reply) in itertools.product(encoders, compared, rows):
            yield module.judge(
                case, reply, UNDETERMINED, module_name=name, cross_encoder=encoder,
                cross_encoder_threshold=0.51,
            )  # fmt: skip


def _rows(file):
    lines = file.read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def _shown(value):
    """Return a verdict for comparison, its numbers rounded; an encoder's reason has them, too."""
    if isinstance(value, Mapping):
        shown = {key: _shown(part) for key, part in value.items()}
        return shown | ({"reason": ""} if "label_probabilities" in str(value.get("judge")) else {})
    if isinstance(value, list | tuple):
        return [_shown(part) for part in value]
    return round(value, DIGITS) if isinstance(value, float) else value
