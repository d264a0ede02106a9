"""Verdicts of earlier releases compare with those of now: our judges carry the same digests."""

import importlib

import pytest

from evalstore.plugins import registry
from evalstore.running import validator_digest as digests
from evalstore.running.judging import make_validator
from evalstore.running.validator_digest import installed, locked_judges, validator_digest
from tests.judges.sources import OPINION

# With the libraries of the lock. A judge whose VERSION is raised gets another.
RECORDED = {
    "abstention": "68ecf3179965f6ff17172c5ef3f2c56b643084ebd0e7b7cb1fdf6dfe91945911",
    "confidence": "fec4fc48c59120329803e8f56cf64bc079f3a6465e3e5a27ffacc803209d1003",
    "evidence": "963a5bc40a14b216955751edccea2edcadc8ca9f4917419367589f03476aea7c",
    "factual": "063cb2ac57bd45be6abb647cebee73e7fcbed20161d1f2794852138c8fdf3246",
    "format_compliance": "8725fd8b6e8344bdef9288997871163f9ba029d3aa7cc4f01157dd5db8ca1120",
    "model_judge": "6985aa582381d3bb02270d7aa6cdfd91fd4700ff71c36a28d3310e394afc10c1",
    "panel": "b2299c428d1a3c68c9a6f0bb616f823188c0340500ee6a413ff8ba72a8078b04",
    "phenomenological": "4fb786225207ec05015905a1f6ee142d8ad3e86e34e50e66d11daecb03d1e516",
    "refusal": "9a1aae2d4ad38b8319bc31a9ef27f975e35f7b36ba79dab6f59f0760e6a012f4",
    "self_contradiction": "8ad08c10da6dc1889f70b1db32564fed10ff0630548b9e7c87d747bcccefba4f",
}
ASKED = {
    "kind": "model_judge", "model": "judge-1", "base_url": "http://127.0.0.1:1",
    "template": "refusal", "votes": 3, "temperature": 0.7, "retries": 2,
}  # fmt: skip
# The validator, its settings, and the digest.
WITH_SETTINGS = (
    ("evidence", {"quote_words_min": 5},
     "b8744ce96ad364c529c1963ceefd2bf6db9dd3b83eb994790e5c25d34c157e96"),
    ("format_compliance", {"allow_code_fence": True},
     "bfd76b287fe64978294083d24d96f8d3aca2bc334b52adf10ff20bd76584ed5e"),
    ("asked", ASKED, "10da52f82d25d0c281355e8629b5267906f8165839152f5ca0592bdb5621edb4"),
    ("panel", {"members": ["factual", "refusal"], "rule": "unanimity"},
     "d894d995430334c021b4c6de8a2ba21bba63d45aa3f2c7ec39faaab2f1c31d91"),
    ("panel", {"members": ["asked", "self_contradiction"]},
     "11e8921552ac5bae89d73b3a1b85861fd21306b8d96a91fa7a7d7f8a94e6350e"),
)  # fmt: skip
# Without math_verify, and without sympy, which other extras bring as well.
WITHOUT_LIBRARIES = (
    ("factual", {"math_verify"},
     "54613e9cb6067e16dd885bedcb2602dbd96d464dda95f7a6830e4119ae3fbd5c"),
    ("factual", {"math_verify", "sympy"},
     "1e6364c3e4671de74d8c70b1278976d4f62b4816feb1c53cd32f6630da00268d"),
    ("refusal", {"math_verify"},
     "69ba00dd758397c7e742e459c498644181a291155338e93a6defec322c70e9d9"),
    ("refusal", {"math_verify", "sympy"},
     "caf447c806e971d3cbcf90bdacbabd1120a2eaa9ab68f23f1462af99c046b56b"),
)  # fmt: skip
LOCKED = locked_judges()


@pytest.fixture
def libraries(monkeypatch):
    """Return a function that has these versions of libraries installed; without any the lock's."""
    locked = {}
    for judge in LOCKED.values():
        locked |= judge["codes"][0]["libraries"]

    def have(**versions):
        monkeypatch.setattr(digests, "_version", {**locked, **versions}.__getitem__)
        digests._code_of.cache_clear()

    have()
    yield have
    digests._code_of.cache_clear()


@pytest.mark.parametrize("name", RECORDED)
def test_a_judge_keeps_its_digest(libraries, name):
    """With its default settings; a panel has no members by default, and so no verdicts."""
    alone = validator_digest(registry.load("validators", name), {})

    assert RECORDED[name] == (alone if name == "panel" else make_validator(name).digest)


def test_each_of_our_validators_was_recorded():
    """No two have the same digest, and a new one is to be written down here."""
    ours = {name for name, place in registry.module_names("validators").items()
            if place.startswith("evalstore.")}  # fmt: skip

    assert ours == RECORDED.keys()
    assert len(ours) == len(set(RECORDED.values()))


@pytest.mark.parametrize(("name", "settings", "digest"), WITH_SETTINGS)
def test_a_judge_keeps_its_digest_with_settings(libraries, name, settings, digest):
    """A model as judge, and panels of rules and of models, too."""
    assert digest == make_validator(name, settings, others={"asked": ASKED}).digest


def test_a_second_opinion_keeps_its_digest(libraries):
    """That of its own, of which the digest with a cross-encoder is made."""
    pytest.importorskip("torch")
    pytest.importorskip("tokenizers", reason="the extra `minilm` is not installed")
    module = importlib.import_module(OPINION["second_opinion"])
    settings = {"cross_encoder": "ab" * 32, "cross_encoder_threshold": 0.75}

    assert "dec119dde1baac36fedc919eb9cbbef3cbf51d56d2daf5a375a4dec5f7786f6b" == (
        validator_digest(module, settings)
    )


@pytest.mark.parametrize(("name", "absent", "digest"), WITHOUT_LIBRARIES)
def test_a_judge_keeps_its_digest_without_libraries(libraries, name, absent, digest):
    """An installation without the extra `math` judged by a digest of its own, and still does."""
    libraries(**dict.fromkeys(absent, "absent"))

    assert digest == validator_digest(registry.load("validators", name), {})


def test_other_libraries_are_another_judge(libraries):
    """What a library does is a part of the judge; a judge without it is as it was."""
    found = set()
    for version in ("1.14", "1.15", "1.16", "absent"):
        libraries(sympy=version)
        found.add(validator_digest(registry.load("validators", "factual"), {}))
        assert RECORDED["evidence"] == (
            validator_digest(registry.load("validators", "evidence"), {})
        )

    assert 4 == len(found)
    assert RECORDED["factual"] in found


def test_the_libraries_of_the_lock_have_versions():
    """A library counts by the name under which an installer knows it."""
    names = {name for judge in LOCKED.values() for name in judge["codes"][0]["libraries"]}
    absent = {name for name in names if importlib.util.find_spec(name) is None}

    assert absent == {name for name, found in installed(names).items() if found == "absent"}
