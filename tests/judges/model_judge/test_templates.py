"""Templates are files: those shipped here are whole, and one's own is checked."""

import pytest

from evalstore.errors import UsageError
from evalstore.judges.model_judge.template import names, template
from evalstore.running.judging import make_validator
from tests.judges.model_judge.conftest import make_case, reply, said

OWN = """
summary = "Polite or not."
shows = ["reply"]
rubric = "Is it polite?"
[schema]
type = "object"
required = ["reason", "verdict"]
[schema.properties.reason]
type = "string"
[schema.properties.verdict]
enum = ["yes", "no"]
[outcomes]
field = "verdict"
yes = "right"
no = "wrong"
"""


@pytest.mark.parametrize("name", names())
def test_each_template_is_whole(name):
    """Its reply begins with the reason, and what it means is known."""
    found = template(name)

    assert "reason" == next(iter(found.schema["properties"]))
    assert set(found.schema["required"]) == set(found.schema["properties"])


def test_templates_of_rightness_rate(tmp_path):
    """Their verdicts can be held against people's; those on other qualities cannot."""
    path = tmp_path / "polite.toml"
    path.write_text(OWN, encoding="utf-8")
    rating = {
        chosen: make_validator("model_judge", {"template": chosen}).is_rater
        for chosen in (*names(), str(path))
    }
    path.write_text(f"rates_answers = true{OWN}", encoding="utf-8")

    assert {"correctness", "correctness_without_reference"} == {
        name for name, is_rater in rating.items() if is_rater
    }
    assert make_validator("model_judge", {"template": str(path)}).is_rater
    path.write_text(f"rates_answers = 1{OWN}", encoding="utf-8")
    with pytest.raises(UsageError, match="rates_answers is 1; expected true or false"):
        template(str(path))


def test_one_of_ones_own(service, verdict, tmp_path):
    """One file, named by its path; its text is a part of the digest, its place is not."""
    service.plays(service.says(said("yes")))
    path = tmp_path / "polite.toml"
    path.write_text(OWN, encoding="utf-8")
    other = tmp_path / "other.toml"
    other.write_text(OWN.replace("Is it", "Is that"), encoding="utf-8")
    found = verdict(make_case(), reply("Please."), template=str(path))
    digests = {
        make_validator("model_judge", {"template": str(place)}).digest for place in (path, other)
    }

    assert ("right", "polite") == (found.outcome, found.judge["template"])
    assert "Is it polite?" in service.requests[0]["messages"][0]["content"]
    assert 2 == len(digests)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("summary", "sumary", "'sumary' is no key"),
        ('"Is it polite?"', '" "', "rubric is missing"),
        ('["reply"]', '["replies"]', "shows is ['replies']; expected a list of question"),
        ('["reply"]', '["first", "second"]', "a [preference] is between"),
        ("[outcomes]", "[other]", "'other' is no key"),
        ("[outcomes]\nfield", "[value]\nfields", "[value] reads the field None"),
        ('no = "wrong"', "", "[outcomes] no is None; expected one of right"),
        ('no = "wrong"', 'no = "measured"', "[outcomes] no is 'measured'"),
        ('type = "string"', "type = 3", "schema is no JSON Schema"),
        ('"reason", "verdict"]', '"verdict"]', "begin with the field reason"),
        ('enum = ["yes", "no"]', 'type = "string"', "has no enum"),
        ("[schema]", "[schema", "expected a TOML file"),
    ],
)
def test_what_is_no_template_is_refused(tmp_path, old, new, words):
    """With the key, what was found and what was expected."""
    path = tmp_path / "own.toml"
    assert old in OWN
    path.write_text(OWN.replace(old, new, 1), encoding="utf-8")

    with pytest.raises(UsageError) as raised:
        template(str(path))

    assert words in str(raised.value)
    assert "own.toml" in str(raised.value)


def test_an_unknown_template_names_those_there_are():
    """And the way to one's own."""
    with pytest.raises(UsageError, match=r"corectness.*correctness"):
        template("corectness")
    with pytest.raises(UsageError, match="No such file"):
        template("missing.toml")
