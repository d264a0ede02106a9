"""Thresholds of drift detection: their TOML, their settings, and what is refused."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.errors import UsageError
from evalstore.suites.drift.engine import thresholds
from evalstore.suites.drift.engine.thresholds import DetectionSettings, Thresholds

ANY = st.builds(
    Thresholds,
    delta=st.floats(0, 2),
    tau_low=st.floats(-1, 1),
    c_min=st.integers(1, 10_000),
    epsilon=st.floats(0, 1e9),
)
# What a file in UTF-8 can hold.
NAMES = st.text(st.characters(codec="utf-8"))
DETECTIONS = st.builds(
    DetectionSettings,
    default=ANY,
    by_value=st.dictionaries(NAMES, ANY, max_size=3),
    ema_alpha=st.floats(0, 1, exclude_min=True),
)


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a file of thresholds and gives its path."""

    def writing(text):
        path = tmp_path / "drift.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return writing


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Return one path, written again and again."""
    return tmp_path_factory.mktemp("thresholds") / "drift.toml"


@given(detection=DETECTIONS)
def test_what_is_written_is_read(place, detection):
    """Any thresholds, of values of any name, come back as they were."""
    place.write_text(thresholds.written(detection), encoding="utf-8", newline="")

    assert detection == thresholds.read(place)


def test_what_is_not_said_is_as_above(write):
    """A value takes from [drift] what it does not say, and [drift] from the defaults."""
    path = write("[drift]\ndelta = 0.7\nc_min = 2\n[drift.values.power]\nc_min = 4\n")
    expected = DetectionSettings(
        Thresholds(delta=0.7, c_min=2), {"power": Thresholds(delta=0.7, c_min=4)}
    )

    assert expected == thresholds.read(path)


def test_settings_go_over_the_file(write):
    """What is set by hand stands for what [drift] says; what a value says itself stays."""
    path = write("[drift]\ndelta = 0.7\n[drift.values.power]\nc_min = 4\ntau_low = -0.9\n")
    expected = DetectionSettings(
        Thresholds(delta=0.9, tau_low=-0.1),
        {"power": Thresholds(delta=0.9, tau_low=-0.9, c_min=4)},
        ema_alpha=0.5,
    )

    assert expected == thresholds.from_settings(
        {"thresholds": str(path), "delta": "0.9", "tau_low": -0.1, "ema_alpha": "0.5"}
    )


def test_nothing_set_is_the_default():
    """Without settings the thresholds are those the documentation names."""
    expected = DetectionSettings(
        Thresholds(delta=0.5, tau_low=-0.4, c_min=3, epsilon=0.3), {}, 1.0
    )

    assert expected == thresholds.from_settings({})


def test_the_example_of_the_error_is_one():
    """What an error tells to write can be read."""
    assert {"drift"} == set(tomllib.loads(thresholds.EXAMPLE))


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("delta", "much", "`delta` is 'much', expected a number from 0 to 2"),
        ("delta", float("nan"), "`delta` is nan"),
        ("delta", 2.5, "from 0 to 2"),
        ("tau_low", -1.5, "`tau_low` is -1.5, expected a number from -1 to 1"),
        ("c_min", 0, "`c_min` is 0, expected a whole number from 1"),
        ("c_min", 2.5, "a whole number"),
        ("c_min", "2.5", "a whole number"),
        ("c_min", True, "a whole number"),
        ("epsilon", -0.1, "`epsilon` is -0.1"),
        ("ema_alpha", 0, "expected a number above 0 to 1"),
        ("ema_alpha", 1.1, "`ema_alpha` is 1.1"),
        ("gamma", 1, "thresholds: no setting 'gamma'; available: c_min, delta, ema_alpha"),
        ("thresholds", 3, "thresholds is 3, expected the name of a TOML file"),
    ],
)
def test_what_is_no_threshold_is_refused(name, value, said):
    """The error names the setting, what it was and what is expected."""
    with pytest.raises(UsageError) as error:
        thresholds.from_settings({name: value})

    assert said in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[gates]", "has no table [drift]"),
        ("drift = 3", "has no table [drift]"),
        ("[drift", "is not readable as TOML"),
        (
            "[drift]\nalpha = 1",
            "[drift]: no setting 'alpha'; did you mean 'ema_alpha'?",
        ),
        ("[drift]\nvalues = 3", "expected a table for each value"),
        ("[drift]\nvalues = {power = 3}", "expected a table for each value"),
        ("[drift.values.power]\nema_alpha = 0.5", "[drift.values.power]: no setting 'ema_alpha'"),
        ("[drift.values.power]\ndelta = 3", "[drift.values.power]: `delta` is 3"),
    ],
)
def test_a_wrong_file_is_named(write, text, said):
    """The error names the file and the table."""
    path = write(text)

    with pytest.raises(UsageError) as error:
        thresholds.read(path)

    assert str(path) in str(error.value)
    assert said in str(error.value)


def test_no_file_is_said(tmp_path):
    """Where there is no file, the error shows what to write."""
    with pytest.raises(
        UsageError,
        match=r"none.toml does not exist, expected a file of thresholds; write one such as",
    ):
        thresholds.read(tmp_path / "none.toml")
