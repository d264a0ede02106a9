"""A critic comes back from its folder bit for bit, or says why it does not."""

import json
import pickle

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

torch = pytest.importorskip("torch")

from evalstore.errors import UnreadableInputError, UsageError  # noqa: E402
from evalstore.suites.drift.engine.critic import saving  # noqa: E402 - torch first


@pytest.fixture
def folder(critic, tmp_path):
    """Return a folder that a critic was saved into."""
    place = tmp_path / "models" / "critic"
    saving.save(critic, place)
    return place


def changed(folder, **fields):
    """Change the configuration that was saved, and have its hash agree to it."""
    path = folder / saving.CONFIGURATION
    configuration = {**json.loads(path.read_text()), **fields}
    data = (folder / saving.TENSORS).read_bytes()
    configuration["sha256"] = saving.sha256_of(configuration, data)
    path.write_text(json.dumps(configuration))


def with_tensors(folder, data):
    """Put other tensors in place, and have the configuration agree to them."""
    (folder / saving.TENSORS).write_bytes(data)
    changed(folder)


def leaves(found, path=()):
    """Yield the path of each single value of a configuration."""
    if not isinstance(found, dict):
        yield path
        return
    for name, inner in found.items():
        yield from leaves(inner, (*path, name))


def other(value):
    """Return another value of the same kind."""
    if isinstance(value, bool) or value is None:
        return not value
    return f"{value}x" if isinstance(value, str) else value + 1


def test_a_critic_comes_back(critic, folder, planted):
    """Weights, settings, fingerprint and answers are the same to the last bit."""
    back = saving.load(folder, fingerprint=critic.fingerprint)
    texts = planted(20, 3).texts

    assert critic.settings == back.settings
    assert critic.fingerprint == back.fingerprint
    assert critic.training == back.training
    for name, tensor in critic.network.tensors().items():
        assert torch.equal(tensor, back.network.tensors()[name]), name
    assert (critic.samples(texts) == back.samples(texts)).all()
    assert (critic.domain.novelty(texts) == back.domain.novelty(texts)).all()
    for side, again in zip(
        critic.predict_with_uncertainty(texts), back.predict_with_uncertainty(texts), strict=True
    ):
        assert (side == again).all()


def test_only_tensors_and_json_are_written(folder):
    """Two files, neither of which can hold code, and nothing left behind."""
    assert [saving.CONFIGURATION, saving.TENSORS] == sorted(path.name for path in folder.iterdir())


def test_the_same_critic_is_the_same_file(critic, folder, tmp_path):
    """Saved twice, a critic has the same bytes."""
    saving.save(critic, tmp_path / "again")

    for name in (saving.CONFIGURATION, saving.TENSORS):
        assert (folder / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


def test_changed_weights_are_refused(folder):
    """One bit of one weight changed, and the critic is not read."""
    path = folder / saving.TENSORS
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)

    with pytest.raises(UnreadableInputError, match="restore both from a backup"):
        saving.load(folder)


def test_a_changed_field_is_refused(folder):
    """Whichever: each setting, the version, the fingerprint, all that is said of the training."""
    path = folder / saving.CONFIGURATION
    written = path.read_text()
    places = [place for place in leaves(json.loads(written)) if place != ("format_version",)]

    assert {"dropout", "cutoffs", "validation_qwk", "fingerprint"} <= {way[-1] for way in places}
    for place in places:
        found = json.loads(written)
        within = found
        for name in place[:-1]:
            within = within[name]
        within[place[-1]] = other(within[place[-1]])
        path.write_text(json.dumps(found))
        with pytest.raises(UnreadableInputError, match=r"restore both from a backup"):
            saving.load(folder)


@hypothesis_settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    name=st.sampled_from([saving.CONFIGURATION, saving.TENSORS]),
    share=st.floats(0, 1),
    change=st.integers(1, 255),
)
def test_a_changed_byte_is_refused(folder, name, share, change):
    """Any byte of either file, unless JSON reads the configuration as the same."""
    path = folder / name
    written = path.read_bytes()
    said = json.loads((folder / saving.CONFIGURATION).read_bytes())
    place = min(int(share * len(written)), len(written) - 1)
    path.write_bytes(written[:place] + bytes([written[place] ^ change]) + written[place + 1 :])
    is_same = name == saving.CONFIGURATION and said == _read_or_none(path)
    try:
        if is_same:
            saving.load(folder)
        else:
            with pytest.raises((UnreadableInputError, UsageError), match="the critic in"):
                saving.load(folder)
    finally:
        path.write_bytes(written)


def _read_or_none(path):
    try:
        return json.loads(path.read_bytes())
    except ValueError:
        return None


@pytest.mark.parametrize("number", ["NaN", "1e999"])
def test_a_number_that_is_none_is_refused(folder, number):
    """JSON of Python reads them; nothing that a critic says of itself is one of them."""
    path = folder / saving.CONFIGURATION
    written = json.loads(path.read_text())
    written["training"]["validation_loss"] = "here"
    path.write_text(json.dumps(written).replace('"here"', number))

    with pytest.raises(UnreadableInputError, match="cannot be hashed"):
        saving.load(folder)


def test_an_earlier_evalstore_s_critic_keeps_its_hash(folder, tmp_path):
    """Read and saved again by this version it is the same critic, by the same name."""
    changed(folder, evalstore_version="0.0.1")
    said = json.loads((folder / saving.CONFIGURATION).read_text())
    back = saving.load(folder).on("cpu")
    saving.save(back, tmp_path / "again")

    assert said["sha256"] == saving.packed(back)[0]["sha256"]
    assert said == json.loads((tmp_path / "again" / saving.CONFIGURATION).read_text())


@pytest.mark.parametrize("name", ["critic.json", "critic.safetensors"])
def test_a_missing_file_is_named(folder, name):
    """Without either file there is no critic, and the error says how to make one."""
    (folder / name).unlink()

    with pytest.raises(UsageError, match=f"{name} does not exist; run `evalstore drift"):
        saving.load(folder)


def test_another_format_is_refused(folder):
    """A later format is named with the one that is read."""
    changed(folder, format_version=4)

    with pytest.raises(UsageError, match="format version 4, expected 3"):
        saving.load(folder)


def test_other_entries_are_refused(critic, folder):
    """A critic that learned from other entries than those asked for is not taken."""
    with pytest.raises(UsageError, match=f"was trained on the entries {critic.fingerprint[:16]}"):
        saving.load(folder, fingerprint="0" * 64)


def test_settings_that_disagree_with_the_weights_are_refused(critic, folder):
    """Weights of another shape than the settings say are named."""
    changed(folder, settings={**critic.settings.recorded(), "width_second": 7})

    with pytest.raises(UnreadableInputError, match=r"second_weight in .* expected float32"):
        saving.load(folder)


@pytest.mark.parametrize(
    ("settings", "words"),
    [({"depth": 3}, "no setting 'depth'"), ({"loss": "../x"}, "expected one of corn")],
)
def test_settings_nobody_knows_are_refused(folder, settings, words):
    """What is no setting, or no value of one, is named; no path is followed."""
    changed(folder, settings=settings)

    with pytest.raises(UsageError, match=words):
        saving.load(folder)


@pytest.mark.parametrize("text", ["", "[]", "{", "null"])
def test_a_configuration_that_is_none_is_refused(folder, text):
    """Not JSON, or not an object: an error in words either way."""
    (folder / saving.CONFIGURATION).write_text(text)

    with pytest.raises((UsageError, UnreadableInputError), match="the critic in"):
        saving.load(folder)


def test_a_field_that_is_missing_is_named(folder):
    """A configuration without its training is incomplete."""
    changed(folder, training=None)

    with pytest.raises(UnreadableInputError, match="lacks training"):
        saving.load(folder)


def test_pickled_tensors_are_refused(folder):
    """A pickle is not opened, even where the hash agrees to it."""

    class Trap:
        def __reduce__(self):
            return (exec, ("raise SystemExit('a pickle was opened')",))

    with_tensors(folder, pickle.dumps(Trap()))

    with pytest.raises(UnreadableInputError, match="is unreadable"):
        saving.load(folder)


def test_weights_that_are_no_numbers_are_refused(critic, folder):
    """NaN among the weights would make every alignment NaN."""
    from safetensors.numpy import load, save

    arrays = load((folder / saving.TENSORS).read_bytes())
    with_tensors(folder, save({**arrays, "head_bias": np.full_like(arrays["head_bias"], np.nan)}))

    with pytest.raises(
        UnreadableInputError, match="head_bias contains numbers that are not finite"
    ):
        saving.load(folder)


def test_features_that_are_missing_are_said(folder):
    """Without the rareness of words a critic cannot read."""
    from safetensors.numpy import load, save

    arrays = load((folder / saving.TENSORS).read_bytes())
    arrays.pop("features.idf")
    with_tensors(folder, save(arrays))

    with pytest.raises(UnreadableInputError, match="lacks its features"):
        saving.load(folder)


@pytest.mark.parametrize("name", ["pairs", "frequencies", "count", "usual"])
def test_a_critic_that_knows_no_texts_is_refused(folder, name):
    """Without what it knows, a critic's uncertainty would be too low."""
    from safetensors.numpy import load, save

    arrays = load((folder / saving.TENSORS).read_bytes())
    arrays.pop(f"domain.{name}")
    with_tensors(folder, save(arrays))

    with pytest.raises(
        UnreadableInputError,
        match=f"lacks the domain of its training texts \\({name} is not a non-empty list",
    ):
        saving.load(folder)


def test_a_critic_of_before_is_refused(folder):
    """Version 1 kept no texts it knows; it is to be trained again."""
    changed(folder, format_version=1)

    with pytest.raises(UsageError, match=r"format version 1.* train it again"):
        saving.load(folder)


def test_a_folder_that_cannot_be_is_said(critic, tmp_path):
    """Where a file stands in the way, the error says so."""
    (tmp_path / "file").write_text("")

    with pytest.raises(UsageError, match="cannot write a critic to"):
        saving.save(critic, tmp_path / "file" / "critic")
