"""Gates that a system passes where it is shown to be better than what knows nothing."""

import pytest

from evalstore.errors import UsageError
from evalstore.gates import config
from evalstore.gates.control import Control
from tests.statistics.controlled import controlled_run

BEATS = '[[gate]]\nid = "beats"\nmetric = "accuracy"\nmust_beat = "controls"\n'
# Of twenty cases good gets six right that agree does not, and poor no more than agree.
ANSWERS = {
    "agree": "10" * 10,
    "echo": "1" + "0" * 19,
    "good": "1011101111" * 2,
    "poor": "01" * 10,
}
CONTROLS = ["agree", "echo"]


@pytest.fixture
def mixed(gated):
    """Gates on a run of two systems and two controls."""
    gated.add(controlled_run(ANSWERS, controls=CONTROLS))
    return gated


def test_a_lead_is_shown_over_every_control(mixed):
    """Each is tested on the same cases, and the decision tells of the hardest to beat."""
    code, [good, poor] = mixed(BEATS)

    assert 1 == code
    assert ("good", "pass") == (good["system_id"], good["decision"])
    assert good["reason"] == (
        "accuracy is 0.8, shown to beat each of 2 controls; hardest to beat is agree, a control "
        "that has 0.5 on 20 paired cases (p = 0.0156)"
    )
    lead = good["lead"]
    assert ("agree", 0.3, 20) == (
        lead["over_system_id"], pytest.approx(lead["value"]), lead["paired_count"]
    )  # fmt: skip
    assert pytest.approx(1 / 64) == lead["p_value"]
    assert ["controls"] == good["must_beat"]
    assert ("poor", "fail") == (poor["system_id"], poor["decision"])
    assert "not shown to beat agree, a control that has 0.5 on 20" in poor["reason"]
    [recorded, _] = mixed.store.query(
        "select must_beat, lead_over_system_id, lead_value, lead_p_value, lead_paired_count "
        "from facts.gates order by system_id"
    )
    assert [["controls"], "agree", lead["value"], lead["p_value"], 20] == [*recorded]


@pytest.mark.sweep
def test_a_gate_that_names_no_system_skips_controls(mixed):
    """A threshold is not asked of what knows nothing, unless the gate or the command names it."""
    bound = '[[gate]]\nmetric = "accuracy"\nmin = 0.5\n'

    assert ["good", "poor"] == [item["system_id"] for item in mixed(bound)[1]]
    assert ["echo"] == [item["system_id"] for item in mixed(bound, "--system", "echo")[1]]
    # A control that is named has the others to beat, not itself.
    _, [found] = mixed(BEATS + 'where = { system = "agree" }\n')
    assert ("pass", "echo") == (found["decision"], found["lead"]["over_system_id"])


@pytest.mark.sweep
def test_systems_to_beat_may_be_named(mixed):
    """They are asked nothing themselves; one that the run has not breaks the gate."""
    named = "[gates]\nalpha = 0.1\n" + BEATS.replace('"controls"', '["poor", "echo"]')

    code, found = mixed(named)
    assert (0, ["good"]) == (code, [item["system_id"] for item in found])
    assert (
        "shown to beat poor and echo; hardest to beat is poor, which has 0.5"
        in (found[0]["reason"])
    )
    code, [good, *_] = mixed(BEATS.replace('"controls"', '"nova"'))
    assert (4, "broken") == (code, good["decision"])
    assert "the run has no nova to beat; available: agree, echo, good, poor" == good["reason"]


@pytest.mark.sweep
def test_a_run_without_controls_breaks_the_gate(gated):
    """The way out is named; such a gate cannot be passed by leaving the controls away."""
    gated.add(controlled_run({"good": ANSWERS["good"]}))
    code, [found] = gated(BEATS)

    assert (4, "broken") == (code, found["decision"])
    assert found["reason"].startswith("the run has no controls to beat; `evalstore run")
    assert "--controls" in found["reason"]


@pytest.mark.sweep
def test_a_run_of_controls_alone_says_so(gated):
    """No gate has anything to ask."""
    gated.add(controlled_run({name: ANSWERS[name] for name in CONTROLS}, controls=CONTROLS))
    code, [found] = gated('[[gate]]\nmetric = "accuracy"\nmin = 0.5\n')

    assert (3, "undecided") == (code, found["decision"])
    assert found["reason"].startswith("the run has only controls (agree, echo)")


@pytest.mark.sweep
def test_too_few_cases_decide_nothing(gated):
    """Four pairs show no lead at 5 %, whatever they say; at another level they do."""
    gated.add(controlled_run({"good": "1111", "echo": "0000"}, controls=["echo"]))
    code, [found] = gated(BEATS)

    assert (3, "undecided") == (code, found["decision"])
    assert found["reason"].endswith("4 cases cannot show any lead, however large")
    assert 0 == gated("[gates]\nalpha = 0.1\n" + BEATS)[0]
    code, [found] = gated(BEATS + "min_count = 9\n")
    assert (3, "4 cases are paired with echo, at least 9 are needed") == (
        code, found["reason"].partition("; ")[0]
    ) or "4 cases count" in found["reason"]  # fmt: skip


@pytest.mark.sweep
def test_what_could_not_be_seen_is_undecided(mixed):
    """With max_undetected a lead that is not shown fails only where a small one would show."""
    _, [_, poor] = mixed(BEATS + "max_undetected = 0.1\n")

    assert "undecided" == poor["decision"]
    assert "these cases detect a lead of" in poor["reason"]


@pytest.mark.sweep
def test_leads_of_several_gates_are_held_together(mixed):
    """Holm's correction is over the leads of all slices; among the controls there is none."""
    by_domain = BEATS.replace('"beats"', '"each"') + 'where = { domain = "*" }\n'
    _, alone = mixed(BEATS + by_domain)
    _, together = mixed('[gates]\ncontrol = "holm"\n' + BEATS + by_domain)

    p_values = [
        [item["lead"]["p_value"] for item in found if item["system_id"] == "good"]
        for found in (alone, together)
    ]
    assert pytest.approx([1 / 64, 1.0, 1 / 64]) == p_values[0]
    # The second of six: that of poor among the odd cases, of which agree has none, is smaller.
    assert pytest.approx(5 / 64) == p_values[1][0]
    assert "fail" == together[0]["decision"]


@pytest.mark.sweep
def test_a_gate_explains_its_lead(mixed, capsys):
    """The sentences name the test, both p-values and why the controls need no correction."""
    from evalstore.cli import call_command

    mixed(BEATS + 'where = { system = "good" }\n')
    root = str(mixed.store.layout.root)
    code = call_command(
        ["gate", "--store", root, "--config", str(mixed.file), "--explain", "beats"]
    )
    said = capsys.readouterr().out

    assert 0 == code
    assert "It must be shown to beat every control." in said
    assert "Hardest to beat is agree, a control that has 0.5: 20 cases are paired" in said
    assert "largest over all systems that it must beat: 0.01563 alone" in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('metric = "accuracy"\nmust_beat = []', "expected a text, or a list of texts"),
        ('metric = "accuracy"\nmust_beat = ["a", 3]', "expected a text, or a list of texts"),
        ('metric = "ece"\nmust_beat = "controls"', "ece has no value for a single case"),
        ('canaries = true\nmust_beat = "controls"', "canaries must never fail"),
        ('metric = "accuracy"\nmin = 1\nmax_undetected = 0.1', "requires `max_drop`"),
    ],
)
def test_what_cannot_be_beaten_is_refused(tmp_path, text, words):
    """An error names the key and the way out."""
    path = tmp_path / "gates.toml"
    path.write_text(f"[[gate]]\n{text}\n", encoding="utf-8")

    with pytest.raises(UsageError, match=words):
        config.read(path)


def test_a_configuration_without_it_keeps_its_hash(tmp_path):
    """A new key of gates makes no new configuration of old ones."""
    path = tmp_path / "gates.toml"
    path.write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.5\n', encoding="utf-8")
    found = config.config_sha256(config.read(path), Control(), allow_incomplete=False)

    assert "00d6d2f8cee3" == found[:12]
