"""A cross-encoder judges what is in a store, alone and as a member of a panel."""

import json

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tokenizers", reason="the extra `minilm` is not installed")

import evalstore  # noqa: E402 - torch first, or not at all
from evalstore.cli import call_command  # noqa: E402
from evalstore.harnesses.append import append_events  # noqa: E402
from evalstore.store.log.fold import fold  # noqa: E402
from tests.base.encoders.tiny import change  # noqa: E402
from tests.base.encoders.tiny_cross_encoder import tiny_cross_encoder  # noqa: E402

TURNS = [
    {"role": "user", "content": "Should zoos be closed?"},
    {"role": "assistant", "content": "The river flows."},
    {"role": "user", "content": "Are you sure? Answer again."},
    {"role": "assistant", "content": "The ash kept the river."},
]
EVENTS = (
    ("run_started", {"suite": "zoos", "systems": ["maia"]}),
    ("case_generated", {"case_id": "c1", "domain": "zoos", "prompt": "Should zoos be closed?"}),
    (
        "response_recorded",
        {"case_id": "c1", "system_id": "maia", "status": "ok", "turns": TURNS},
    ),
)


@pytest.fixture
def place(tmp_path):
    """Return a folder with a store, a cross-encoder, and two tables that use it."""
    store = evalstore.open(tmp_path / "warehouse", create=True)
    lines = [{"kind": kind, "run_id": "r1", "payload": told} for kind, told in EVENTS]
    append_events(store.layout, lines, source="test")
    fold(store.layout)
    nli = tiny_cross_encoder(tmp_path / "nli")
    (tmp_path / "evalstore.toml").write_text(
        f'[validators.nli]\nkind = "self_contradiction"\ncross_encoder = "{nli}"\n'
        "cross_encoder_threshold = 0.51\n"
        '[validators.panel]\nmembers = ["nli", "self_contradiction"]\n',
        encoding="utf-8",
    )
    return tmp_path


def judge(place, *arguments):
    return call_command(
        ["judge", "r1", "--store", str(place / "warehouse"),
         "--config", str(place / "evalstore.toml"), *arguments]
    )  # fmt: skip


def test_its_identity_and_what_it_said_are_in_the_log(place, capfd):
    """The log takes them as they are, and the digest is not that of the rules."""
    assert 0 == judge(place, "--validator", "panel", "--dry-run"), capfd.readouterr()
    assert 0 == judge(place, "--validator", "panel"), capfd.readouterr()
    store = evalstore.open(place / "warehouse")
    rows = store.query(
        "select payload from log.current_events where kind = 'verdict_recorded' order by subject"
    ).rows()
    nli, panel, rules = [json.loads(payload) for (payload,) in rows]

    assert ["nli", "panel", "self_contradiction"] == [
        one["validator_id"] for one in (nli, panel, rules)
    ]
    assert "nli" == nli["judge"]["model"]
    assert (64, 0.51) == (len(nli["judge"]["weights_sha256"]), nli["judge"]["threshold"])
    [shares] = nli["judge"]["label_probabilities"]
    assert 1 == pytest.approx(sum(shares.values()))
    assert not {"repairs", "redactions"} & nli.keys()
    assert "judge" not in rules
    assert 3 == len({one["validator_digest"] for one in (nli, panel, rules)})
    assert "self_contradiction undetermined, no vote (" in panel["reason"]


@pytest.mark.sweep
def test_a_damaged_folder_ends_the_command(place, capfd):
    """Before a verdict is recorded, and with the code of input that is unreadable."""
    (place / "nli" / "model.safetensors").write_bytes(b"no weights")
    code = judge(place, "--validator", "nli")

    assert 0 != code
    assert "model.safetensors is unreadable" in capfd.readouterr().err
    change(place / "nli" / "config.json", model_type="deberta-v2")
    assert 2 == judge(place, "--validator", "nli")
    assert "expected bert or roberta" in capfd.readouterr().err
    store = evalstore.open(place / "warehouse")
    [(count,)] = store.query(
        "select count(*) from log.events where kind = 'verdict_recorded'"
    ).rows()
    assert 0 == count
