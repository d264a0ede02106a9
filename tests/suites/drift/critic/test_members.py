"""Critics of several members: who learns what, what they say together, and core values."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

torch = pytest.importorskip("torch")

from evalstore.errors import UsageError  # noqa: E402
from evalstore.suites.drift.engine.critic import saving  # noqa: E402
from evalstore.suites.drift.engine.critic.grouping import drawn  # noqa: E402
from evalstore.suites.drift.engine.critic.lesson import classes_of, quadratic_kappa  # noqa: E402
from evalstore.suites.drift.engine.critic.settings import JOURNALS  # noqa: E402
from evalstore.suites.drift.engine.critic.training import train  # noqa: E402
from evalstore.suites.drift.engine.values import VALUES  # noqa: E402

SETTINGS = replace(JOURNALS, members=3, epochs_max=40, text_count_min=1)


def written(examples, persona_count=12, core_values=None):
    """Return examples with writers, and with core values that say what is labelled 1."""
    core = examples.labels == 1 if core_values is None else core_values
    writers = tuple(f"writer {row % persona_count}" for row in range(len(examples.texts)))
    return replace(examples, personas=writers, core_values=core)


@pytest.fixture(scope="module")
def several(planted):
    """Return a critic of three members that read core values."""
    return train(written(planted(240, 1)), None, SETTINGS)


@hypothesis_settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from("abcdefgh"), min_size=20, max_size=60), st.integers(1, 6))
def test_a_member_never_reads_whom_it_learned_from(personas, count):
    """Either side holds whole personas, no persona is on both, and somebody is left out."""
    if len(set(personas)) < 5:
        with pytest.raises(UsageError, match="expected at least 5"):
            drawn(personas, count, "seed")
        return
    members = drawn(personas, count, "seed")

    assert count == len(members)
    for inside, outside in members:
        learned = {personas[place] for place in inside}
        left_out = {personas[place] for place in outside}
        assert left_out
        assert not learned & left_out
        assert learned | left_out == set(personas)
        assert len(outside) == sum(name in left_out for name in personas)


def test_members_share_the_passes(several, planted):
    """The mean over many passes nears the members' own mean, and they disagree."""
    texts = planted(30, 5).texts
    samples = several.samples(texts, 9)

    assert (9, 30, len(VALUES)) == samples.shape
    assert samples.std(axis=0).mean() > 0.01
    assert (samples == several.samples(texts, 9)).all()
    assert (2, 30, len(VALUES)) == several.samples(texts, 2).shape


def test_core_values_are_read(several, planted):
    """Where the core values say what was meant, a critic that reads them knows more."""
    unseen = written(planted(200, 6))
    core = [[value for value, has in zip(VALUES, row, strict=True) if has]
            for row in unseen.core_values]  # fmt: skip
    # Texts that say nothing: only the core values tell.
    silent = ["nothing known"] * len(core)
    told = quadratic_kappa(classes_of(several.predicted(silent, core)), unseen.labels)
    untold = quadratic_kappa(classes_of(several.predicted(silent)), unseen.labels)

    assert told > 0.3
    assert untold == pytest.approx(0.0, abs=1e-9)


def test_unknown_core_values_are_the_usual_ones(several, planted):
    """One writer of whom they are not known is read as if by the shares of all writers."""
    texts = planted(4, 7).texts
    known = [("power",), None, (), None]
    mixed = several.predicted(texts, known)

    assert np.allclose(mixed[[1, 3]], several.predicted(texts)[[1, 3]])
    assert not np.allclose(mixed[[0, 2]], several.predicted(texts)[[0, 2]])


def test_several_members_come_back(several, planted, tmp_path):
    """Members, cut-offs and shares of core values are kept to the last bit."""
    saving.save(several, tmp_path / "critic")
    back = saving.load(tmp_path / "critic")
    texts = planted(10, 8).texts
    core = [("power", "security")] * 10

    assert (several.cutoffs == back.cutoffs).all()
    assert (several.core_shares == back.core_shares).all()
    for side, again in zip(
        several.predict_with_uncertainty(texts, 7, core),
        back.predict_with_uncertainty(texts, 7, core),
        strict=True,
    ):
        assert (side == again).all()


def test_examples_have_to_say_what_the_settings_need(planted):
    """Missing personas, core values or validation entries are named, with the way out."""
    examples = planted(40, 9)
    with pytest.raises(UsageError, match="lack their personas"):
        train(replace(written(examples), personas=None), None, SETTINGS)
    with pytest.raises(UsageError, match="core values of their writers"):
        train(replace(written(examples), core_values=None), None, SETTINGS)
    with pytest.raises(UsageError, match="members = 3 with validation"):
        train(written(examples), written(examples), SETTINGS)
    with pytest.raises(UsageError, match="members = 1 without validation"):
        train(written(examples), None, replace(SETTINGS, members=1))
