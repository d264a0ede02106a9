"""Pictures show what their cases ask for, and words alone tell no system what that is."""

import re
import struct
import zlib

import numpy as np
import pytest
from scipy import ndimage

from evalstore.plugins.response import Response
from evalstore.running.judging import make_validator
from evalstore.suites.pictures import pictures
from evalstore.suites.pictures.cases.dream_pictures import available_count
from evalstore.suites.pictures.drawn.canvas import HEIGHT, WIDTH
from evalstore.suites.pictures.drawn.scenes import COUNTS, DETAIL, SCENES, THING, picture
from tests.suites.controls import above_chance

# By symbol: the colour of what is counted.
COLOURS = {"moon": THING, "door": THING, "boat": DETAIL, "window": DETAIL}


def pixels(png):
    """Read the colours of a PNG's pixels back, by the format's own rules."""
    found, place = {}, 8
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place : place + 8])
        data = png[place + 8 : place + 8 + length]
        assert zlib.crc32(name + data) == struct.unpack(">I", png[place + 8 + length :][:4])[0]
        found[name] = data
        place += length + 12
    raw = np.frombuffer(zlib.decompress(found[b"IDAT"]), np.uint8)
    return raw.reshape(HEIGHT, WIDTH + 1)[:, 1:]


@pytest.mark.parametrize("symbol", COLOURS)
@pytest.mark.parametrize("count", COUNTS)
def test_there_are_as_many_as_is_said(symbol, count):
    """Another library counts the areas of the colour."""
    colours = pixels(picture(SCENES[symbol], count))

    assert count == ndimage.label(colours == COLOURS[symbol])[1]


@pytest.mark.parametrize("count", COUNTS)
def test_rungs_and_arches(count):
    """Between the rails of a ladder, and along the foot of a bridge, stand as many."""
    ladder = pixels(picture(SCENES["ladder"], count))
    rails = np.flatnonzero((ladder == THING).sum(axis=0) > HEIGHT // 2)
    between = ladder[:, (rails[0] + rails[-1]) // 2] == THING
    bridge = pixels(picture(SCENES["bridge"], count))
    foot = bridge[84] == THING

    assert count == ndimage.label(between)[1]
    assert count + 1 == ndimage.label(foot)[1]


def test_each_picture_is_another():
    """Both of its cases are the same with every seed; the words do not name what it shows."""
    first = list(pictures.cases("1", pictures.DOMAINS, 1000, {}))
    second = list(pictures.cases("2", pictures.DOMAINS, 1000, {}))

    assert len(first) == available_count(pictures.DOMAINS) == 2 * len({
        case.images[0].sha256 for case in first
    })  # fmt: skip
    assert {case.case_id for case in first} == {case.case_id for case in second}
    assert [case.case_id for case in first] != [case.case_id for case in second]
    for case in first:
        if case.domain == "phenomenology":
            assert not re.search(str(case.attributes["symbol"]), case.turns[0])
    assert pictures.remarks("1", pictures.DOMAINS, 100, {}) != []
    assert {"perception"} == {case.domain for case in pictures.cases("1", ("perception",), 9, {})}


def test_a_reply_has_to_take_up_what_is_shown():
    """One that reads the drawing passes; the same reply to another drawing does not."""
    reply = Response(
        "ok",
        text="Thank you for sharing this dream. The ladder may stand for a wish to rise. "
        "You could write down what waits at the top.",
    )
    validator = make_validator("phenomenological", {})
    found = {
        case.attributes["symbol"]: validator.verdict(case, reply).outcome
        for case in pictures.cases("1", ("phenomenology",), 1000, {})
    }

    assert found["ladder"] == "right"
    assert {"wrong"} == {found[symbol] for symbol in SCENES if symbol != "ladder"}


def test_nobody_is_right_without_looking():
    """Controls that know nothing are no better than by chance."""
    assert [] == above_chance("pictures", count=72)
