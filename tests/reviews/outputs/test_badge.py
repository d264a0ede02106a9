"""Badges: an SVG that reads, and the JSON of shields.io."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from evalstore.errors import UsageError
from evalstore.reviews.outputs import badge
from tests.reviews.outputs.reviews import HOSTILE, finding, review

SVG = "{http://www.w3.org/2000/svg}"


def luminance(colour):
    """Relative luminance, WCAG 2.2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(
        weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
    )


def test_an_svg_says_itself_to_a_screen_reader():
    """Its role is an image, and its title has both fields."""
    root = ET.fromstring(badge.svg(review(finding("fail"), finding("pass"))))

    assert ("img", "quiz: fail 1 of 2") == (root.get("role"), root.find(f"{SVG}title").text)
    assert root.get("aria-label") == root.find(f"{SVG}title").text
    assert ["quiz", "fail 1 of 2"] == [item.text for item in root.iter(f"{SVG}text")]


def test_every_field_is_readable():
    """White on each background has a contrast of at least 4.5."""
    root = ET.fromstring(badge.svg(review(finding("fail"))))
    fills = {item.get("fill") for item in root.iter(f"{SVG}rect")} | set(badge.COLOURS.values())

    assert 5 == len(fills)
    assert [] == [fill for fill in fills if 1.05 / (luminance(fill) + 0.05) < 4.5]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("pass", {"message": "pass", "color": "#1a7f37"}),
        ("fail", {"message": "fail 1 of 1", "color": "#cf222e"}),
        ("undecided", {"message": "undecided 1 of 1", "color": "#8a5a00"}),
        ("broken", {"message": "broken 1 of 1", "color": "#6e4aa8", "isError": True}),
    ],
)
def test_the_endpoint_of_shields(answer, expected):
    """Its schema, version 1."""
    found = json.loads(badge.shields(review(finding(answer), answer=answer)))

    assert {"schemaVersion": 1, "label": "quiz", **expected} == found


def test_hostile_names_stay_text():
    """A suite's name is cut, and markup in it is text."""
    root = ET.fromstring(badge.svg(review(finding(), suite=HOSTILE)))

    assert {f"{SVG}{name}" for name in ("svg", "title", "rect", "g", "text")} == {
        item.tag for item in root.iter()
    }
    assert next(root.iter(f"{SVG}text")).text.startswith("]]><x/>&")


def test_other_endings_are_refused():
    """The ending says the form, and there is none for others."""
    with pytest.raises(UsageError, match=r"found the ending '.png', expected .svg, or .json"):
        badge.text(review(finding()), Path("badge.png"))
