"""Settings of validators come from the file, then from the command line, and are checked."""

import types

import pytest

from evalstore.errors import UsageError
from evalstore.judges.panel import panel
from evalstore.running.judging import make_validator
from evalstore.running.validator_settings import configured_validators, split, with_members

SETTINGS = {"share": 0.5, "count": 3, "is_strict": False, "words": ("a",), "model": None}


@pytest.fixture
def config_file(bench, tmp_path):
    """A configuration of the validator `later`, which declares a setting of each type."""
    bench.modules["validators"]["later"] = types.SimpleNamespace(VERSION="1", SETTINGS=SETTINGS)
    path = tmp_path / "evalstore.toml"
    path.write_text("[validators.later]\ncount = 5\nwords = ['b']\n", encoding="utf-8")
    return path


def test_the_command_line_comes_before_the_file(config_file):
    """And the file before the defaults; a whole number is a number."""
    found = configured_validators(("later", "judge"), config_file, {"later.share": 1})

    expected = {"share": 1.0, "count": 5, "is_strict": False, "words": ("b",), "model": None}
    assert expected == found["later"].settings
    assert {} == found["judge"].settings


def test_a_bare_name_is_a_setting_of_the_only_validator(config_file):
    """With two validators it does not say whose it is."""
    found = configured_validators(("later",), config_file, {"count": 7})

    assert 7 == found["later"].settings["count"]
    with pytest.raises(
        UsageError, match=r"--set count: several validators are named; write later.count"
    ):
        configured_validators(("later", "judge"), config_file, {"count": 7})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"cuont": 1}, "no setting 'cuont' of the validator later; did you mean 'count'?"),
        ({"count": 1.5}, "validator later: `count` is 1.5, expected a whole number such as 3"),
        ({"count": True}, "`count` is True, expected a whole number such as 3"),
        ({"share": "half"}, "`share` is 'half', expected a number such as 0.5"),
        ({"is_strict": 1}, "`is_strict` is 1, expected true or false such as False"),
        ({"words": "b"}, "`words` is 'b', expected a list"),
    ],
)
def test_what_is_no_setting_is_refused(config_file, given, words):
    """A misspelt name, and a value of another type than the default's."""
    del config_file

    with pytest.raises(UsageError) as raised:
        make_validator("later", given)

    assert words in str(raised.value)


def test_names_in_the_file_are_checked(config_file):
    """A table of a validator that does not exist is misspelt, and a wrong value says where."""
    config_file.write_text("[validators.latr]\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"no validator 'latr' in .*; did you mean 'later'\?"):
        configured_validators(("later",), config_file, {})

    config_file.write_text("[validators.later]\ncount = 'x'\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"evalstore.toml, \[validators.later\]\): `count` is"):
        configured_validators(("later",), config_file, {})


def test_a_validator_that_is_not_used_has_no_setting(config_file):
    """--set names one of the validators that judge."""
    with pytest.raises(UsageError, match="no --validator 'judge' for --set judge"):
        configured_validators(("later",), config_file, {"judge.count": 1})


def test_a_run_tells_its_settings_from_those_of_validators(config_file):
    """A key with the name of a validator before a dot is the validator's."""
    of_suite, of_validators = split({"sessions": 5, "later.count": 9}, config_file)

    assert {"sessions": 5} == of_suite
    assert {"later": {**SETTINGS, "count": 9, "words": ("b",)}} == of_validators


def test_a_table_with_a_kind_is_a_validator_of_its_name(config_file):
    """With its own settings; the command line sets them by that name, or by a panel's member."""
    config_file.write_text("[validators.tight]\nkind = 'later'\ncount = 5\n", encoding="utf-8")
    found = configured_validators(("tight", "later"), config_file, {"tight.share": 0.25})

    assert (5, 0.25) == (found["tight"].settings["count"], found["tight"].settings["share"])
    assert ("later", 3) == (found["tight"].kind, found["later"].settings["count"])
    assert {**SETTINGS, "kind": "later", "count": 5} == split({}, config_file)[1]["tight"]


def test_settings_of_a_panel_s_members_can_be_set(config_file, bench):
    """And no others, which would do nothing."""
    bench.modules["validators"]["panel"] = panel
    config_file.write_text("[validators.tight]\nkind = 'later'\n", encoding="utf-8")
    members = {"panel.members": ["tight", "judge"], "tight.count": 9}
    [found] = configured_validators(("panel",), config_file, members).values()

    assert [9, None] == [one.settings.get("count") for one in found.members]
    with pytest.raises(UsageError, match=r"no --validator 'later' for --set later\.count"):
        configured_validators(("panel",), config_file, {**members, "later.count": 1})
    assert ("judge", "tight", "panel") == with_members(
        ("judge", "panel"), {"panel": {"members": ["tight", "judge"]}, "tight": {"kind": "later"}}
    )
