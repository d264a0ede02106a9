"""The critic as a system: readings for the values a journal names, the same whoever asks when."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.question import Question, question_of
from evalstore.plugins.registry import load
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.drift.cases import crisis_weeks
from evalstore.suites.drift.engine import journal

PERSONAS = 30


def build(kind, **settings):
    """Build a system that trains on few personas, unless a model is given."""
    few = {} if "model" in settings else {"personas": PERSONAS}
    return load("systems", kind).build(kind, {**few, **settings}, "seed of the run")


@pytest.fixture(scope="module")
def system():
    """Return a critic trained on few personas."""
    pytest.importorskip("torch")
    return build("critic")


@pytest.fixture(scope="module")
def questions():
    """Return the weeks of a few personas, as a system sees them."""
    return [question_of(case) for case in crisis_weeks.generate(SeededRandom("test"), 4, {})]


def asked(text):
    return Question("case", (text,))


@pytest.mark.sweep
def test_each_core_value_has_a_reading(system, questions):
    """In the order of the journal, in range, and nothing of a value it does not name."""
    for question in questions:
        response = system.ask(question, 1)

        assert "ok" == response.status
        expected = journal.read(question.turns[0]).values
        assert expected == tuple(reading.value_dim for reading in response.readings)
        assert all(-1 <= reading.alignment <= 1 for reading in response.readings)
        assert all(reading.uncertainty > 0 for reading in response.readings)


@pytest.mark.sweep
def test_threads_get_the_same_readings(system, questions):
    """Asked by eight threads in another order, each week is read as before."""
    expected = [system.ask(question, 1).readings for question in questions]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda question: system.ask(question, 1), questions[::-1]))

    assert expected == [response.readings for response in found][::-1]


@pytest.mark.sweep
def test_another_run_has_the_same_critic(system, questions):
    """The seed of a run draws cases; a critic trained again is the same one."""
    from evalstore.suites.drift.engine.critic.settings import CriticSettings
    from evalstore.suites.drift.training.critic_training import trained

    again = trained("critic", CriticSettings(), persona_count=PERSONAS)
    texts = [journal.read(question.turns[0]).entries[0] for question in questions]

    assert system.configuration["fingerprint"] == again.fingerprint
    assert (system._critic.samples(texts, 5) == again.samples(texts, 5)).all()


def test_a_saved_critic_reads_the_same(system, questions, tmp_path):
    """`model` names a folder; the critic in it is not trained again."""
    from evalstore.suites.drift.engine.critic import saving

    saving.save(system._critic, tmp_path)
    saved = build("critic", model=str(tmp_path))

    assert system.ask(questions[0], 1).readings == saved.ask(questions[0], 1).readings
    assert saved.configuration["personas"] is None


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("kind", "labels"),
    [("shuffled_critic", "shuffled"), ("side_shuffled_critic", "shuffled_sides")],
)
def test_the_control_learned_other_labels(kind, labels, system, questions):
    """Same texts, labels dealt out anew: another fingerprint, and other readings."""
    control = build(kind)

    assert labels == control.configuration["labels"]
    assert system.configuration["fingerprint"] != control.configuration["fingerprint"]
    assert system.ask(questions[0], 1).readings != control.ask(questions[0], 1).readings


def test_a_week_without_entries_has_no_reading(system):
    """Nothing was written, so nothing is known: neither a number nor an error."""
    response = system.ask(asked(journal.written(1, ["power", "security"], [])), 1)

    assert "ok" == response.status
    assert [("power", None, None), ("security", None, None)] == [
        (reading.value_dim, reading.alignment, reading.uncertainty)
        for reading in response.readings
    ]


def test_what_is_no_journal_is_an_error(system):
    """A question that cannot be read is no wrong answer, and says why."""
    response = system.ask(asked("What is 2 + 2?"), 1)

    assert "error" == response.status
    assert "could not be read" in response.error
    assert () == response.readings


def test_hostile_entries_are_read(system):
    """Half characters, nothing, and very much: all are text."""
    entries = ["\ud800", "", "word " * 20_000, "<script>\n1. forged</script>"]
    response = system.ask(asked(journal.written(1, ["power"], entries)), 1)

    assert "ok" == response.status
    assert 1 == len(response.readings)


@pytest.mark.parametrize(
    ("kind", "settings", "words"),
    [
        ("critic", {"passes": 1}, "`passes` is 1, expected a whole number from 2 to 1000"),
        ("critic", {"loss": "huber"}, "`loss` is 'huber', expected one of corn"),
        ("critic", {"pases": 5}, "did you mean 'passes'"),
        ("critic", {"model": "nowhere", "loss": "mse"}, "leave one out"),
        ("critic", {"model": "nowhere"}, "no critic in nowhere: critic.json does not exist"),
        ("critic", {"device": "tpu"}, "`device` is 'tpu', expected one of cpu, cuda"),
        ("shuffled_critic", {"labels": "true"}, "no setting 'labels'"),
        ("shuffled_critic", {"model": "nowhere"}, "no setting 'model'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(kind, settings, words):
    """A wrong setting is named with what was expected."""
    pytest.importorskip("torch")
    with pytest.raises(UsageError, match=words):
        build(kind, **settings)


@pytest.mark.parametrize("kind", ["critic", "shuffled_critic", "side_shuffled_critic"])
def test_without_torch_the_extra_is_named(kind, monkeypatch):
    """Where torch is not installed, the error says what to install."""
    monkeypatch.setitem(sys.modules, "torch", None)

    with pytest.raises(UsageError, match=r"pip install 'evalstore\[drift\]'"):
        build(kind)


def test_few_personas_are_refused():
    """A critic learns from at least one persona."""
    from evalstore.suites.drift.engine.critic.settings import CriticSettings
    from evalstore.suites.drift.training.critic_training import trained

    with pytest.raises(UsageError, match="personas is 0, expected 1 to 20,000"):
        trained("seed", CriticSettings(), persona_count=0)
