"""``evalstore drift``: a critic is trained, and what has no readings is refused."""

import json
import sys

import click
import pytest

from evalstore.cli.drift import drift


@pytest.mark.parametrize("name", sorted(drift.commands))
def test_each_command_explains_itself(evalstore, name):
    """Help with an example, the options all share, and words for each option."""
    found = evalstore("drift", name, "--help")
    options = [part for part in drift.commands[name].params if isinstance(part, click.Option)]

    assert 0 == found.code
    assert f"evalstore drift {name}" in found.out.partition("Example:")[2]
    assert {"--store", "--json"} <= {word for option in options for word in option.opts}
    assert all(option.help for option in options)


@pytest.mark.parametrize("name", ["tune", "validate", "robustness"])
def test_a_run_of_something_else_is_refused(store, evalstore, name):
    """A run without readings names the suite that makes some."""
    found = evalstore("drift", name)

    assert 2 == found.code
    assert (
        "run 'r1' has no readings of alignment; run `evalstore run drift` to record some"
        in found.err
    )


@pytest.mark.parametrize("name", ["tune", "validate", "robustness"])
def test_a_store_that_is_not_there_is_named(folder, evalstore, name):
    """It says how to make one, and makes none."""
    found = evalstore("drift", name)

    assert 4 == found.code
    assert "`evalstore init" in found.err
    assert [] == list(folder.iterdir())


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("-o", "warehouse/critic"), "is inside the store"),
        (("-o", "critic", "--loss", "corm"), "did you mean 'corn'?"),
        (("-o", "critic", "--labels", "none"), "expected one of true, shuffled"),
        (("-o", "critic", "--encoder", "nowhere"), "no encoder in nowhere"),
        (("-o", "critic", "--encoder", "x", "--features", "words"), "name a folder with features"),
        (("-o", "events.ndjson"), "cannot create the folder events.ndjson"),
    ],
)
def test_training_that_makes_no_sense_is_refused(store, folder, evalstore, arguments, words):
    """Before anything is trained: with the thing, what was expected, and exit code 2."""
    found = evalstore("drift", "train", *arguments)

    assert 2 == found.code
    assert words in found.err
    assert not (folder / "critic").exists()


def test_training_without_torch_leaves_nothing(folder, evalstore, monkeypatch):
    """It names the extra, and makes no folder that holds no critic."""
    monkeypatch.setitem(sys.modules, "torch", None)
    found = evalstore("drift", "train", "-o", "critic")

    assert 2 == found.code
    assert "pip install 'evalstore[drift]'" in found.err
    assert not (folder / "critic").exists()


def test_a_critic_is_trained_and_kept(folder, evalstore):
    """Its folder is written, and the same options give the same critic."""
    pytest.importorskip("torch")
    options = ("--personas", "6", "--loss", "mse", "--seed", "s")
    first = evalstore("drift", "train", "-o", "one", *options, "--json")
    again = evalstore("drift", "train", "-o", "other", *options)
    facts = json.loads(first.out)

    assert (0, 0) == (first.code, again.code)
    assert (folder / "one" / "critic.safetensors").read_bytes() == (
        folder / "other" / "critic.safetensors"
    ).read_bytes()
    assert facts["fingerprint"] in again.out
    assert facts["epochs"] == again.err.count("epoch ")
    assert f"trained in {again.out.split()[2]} s, {facts['epochs']} epochs" in again.out
    assert f"validation QWK {facts['validation_qwk']:.4f}" in again.out
    assert ("mse", "s") == (facts["settings"]["loss"], facts["settings"]["seed"])
