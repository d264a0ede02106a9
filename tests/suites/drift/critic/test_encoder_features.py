"""A critic learns from a sentence encoder out of a folder, and knows it again."""

import json
import shutil
import sys
from dataclasses import replace

import pytest

pytest.importorskip("torch")
pytest.importorskip("tokenizers", reason="the extra `minilm` is not installed")

from evalstore.errors import UsageError
from evalstore.plugins.registry import load
from evalstore.suites.drift.engine.critic import saving
from evalstore.suites.drift.engine.critic.training import train
from tests.base.encoders.tiny import tiny


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    """Return the folder of an encoder."""
    return tiny(tmp_path_factory.mktemp("encoders") / "encoder", is_normalised=False)


@pytest.fixture(scope="module")
def taught(encoder, planted, small):
    """Return a critic that reads by the encoder."""
    settings = replace(small, features="encoder", encoder=str(encoder), epochs_max=2)
    return train(planted(120, 1), planted(30, 2), settings)


def test_a_critic_of_an_encoder_comes_back(taught, planted, tmp_path):
    """It is saved and read again, answers the same, and says how many entries were cut."""
    texts = planted(8, 3).texts
    saving.save(taught, tmp_path)
    back = saving.load(tmp_path)

    assert (12, taught.settings.width_first) == tuple(taught.network.first_weight.shape)
    assert (taught.samples(texts, 5) == back.samples(texts, 5)).all()
    assert 120 == taught.training["truncated_entry_count"]


def test_embeddings_are_about_one_in_size(taught, planted):
    """Whatever the encoder's own size is; the scale is that of the training entries."""
    rows = taught.features.rows(planted(120, 1).texts).values

    assert float((rows**2).mean()) == pytest.approx(1.0, abs=1e-4)


def test_another_encoder_is_refused_and_a_moved_one_is_read(taught, encoder, planted, tmp_path):
    """The content counts, not the place: a copy elsewhere is named by `encoder`."""
    place = tmp_path / "critic"
    saving.save(taught, place)
    moved = tmp_path / "moved"
    shutil.copytree(encoder, moved)
    other = tiny(tmp_path / "other", seed=1)
    texts = planted(4, 3).texts
    back = saving.load(place, encoder=str(moved))

    assert (taught.predicted(texts) == back.predicted(texts)).all()
    assert saving.packed(taught)[0] == saving.packed(back)[0]
    with pytest.raises(
        UsageError, match=r"reads by 'encoder 1 [0-9a-f]{64}', and 'encoder 1 .* th"
    ):
        saving.load(place, encoder=str(other))


def test_a_system_reads_by_an_encoder(taught, encoder, tmp_path):
    """`encoder` says where it is now; a critic that reads without one refuses it."""
    place = tmp_path / "critic"
    saving.save(taught, place)
    said = {"model": str(place), "encoder": str(encoder)}
    configuration = load("systems", "critic").build("critic", said, "seed").configuration

    assert json.loads((place / "critic.json").read_text())["sha256"] == configuration["sha256"]
    with pytest.raises(UsageError, match="the folder does not exist"):
        load("systems", "critic").build("critic", {**said, "encoder": "nowhere"}, "seed")


@pytest.mark.sweep
def test_a_critic_without_an_encoder_refuses_one(critic, encoder, tmp_path):
    """It would change nothing, and nobody would see it."""
    saving.save(critic, tmp_path)

    with pytest.raises(UsageError, match=r"uses no encoder, found .*; leave it out"):
        saving.load(tmp_path, encoder=str(encoder))


@pytest.mark.parametrize(
    "fields",
    [{"features": "encoder"}, {"encoder": "somewhere"}, {"features": "words", "encoder": "x"}],
)
def test_an_encoder_and_its_features_go_together(small, fields):
    """One without the other is refused."""
    with pytest.raises(UsageError, match='name a folder with features = "encoder"'):
        replace(small, **fields).checked()


def test_the_missing_package_is_named(small, planted, encoder, monkeypatch):
    """Where tokenizers is not installed, the error says what brings it."""
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    monkeypatch.delitem(sys.modules, "evalstore.base.encoders.encoder", raising=False)

    with pytest.raises(UsageError, match=r"pip install 'evalstore\[minilm\]'"):
        train(
            planted(20, 1),
            planted(5, 2),
            replace(small, features="encoder", encoder=str(encoder)),
        )
