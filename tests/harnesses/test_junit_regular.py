"""JUnit files built in C: the same elements, and the same lines, as tag by tag."""

import random
from xml.etree.ElementTree import tostring

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.junit import elements, regular

CASE = '<testcase name="{0}" time="1">{1}</testcase>'
WITHIN = (
    "", "\n", "&#x1b;é", '<failure message="no">at\r\nline 3</failure>', "<skipped/>",
    '<properties><property name="a" value="1"/><property name="b">2</property></properties>',
    "<system-out><![CDATA[<testcase> & <testsuite name=']]>\n]]></system-out>",
    "<!-- <testcase name='c'> -->", "<?run <testcase ?>",
)  # fmt: skip
# What is left to the other way, from the place on where it stands.
IRREGULAR = (
    "<failure>a<b>c</b>d</failure>", "<testcase name='inner'/>", "<x:failure/>",
    "<properties><property name='a'><value>1</value></property></properties>",
)  # fmt: skip
WHOLE = '<?xml version="1.0"?>\n<testsuites>{}</testsuites>\n'


def told(path):
    """Return every event in words, and the error at the end, if any."""
    found = []
    try:
        for kind, element, line in elements.events(path):
            parts = [tostring(child) for child in element if kind in ("case", "other")]
            found.append((kind, element.tag, element.attrib, parts, kind == "case" and line))
    except (elements.BrokenXmlError, UnreadableInputError) as error:
        found.append(str(error))
    return found


@pytest.fixture
def both(tmp_path, monkeypatch):
    """Return what both ways tell of a text."""

    def read(text):
        path = tmp_path / "report.xml"
        path.write_bytes(text.encode())
        quick = told(path)
        with monkeypatch.context() as patch:
            patch.setattr(elements, "REGULAR_BYTES_MAX", 0)
            return quick, told(path)

    return read


def suite(rng, depth, within):
    parts = [
        CASE.format(number, rng.choice(within)) if rng.random() < 0.8 or not depth
        else suite(rng, depth - 1, within)
        for number in range(rng.randrange(5))
    ]  # fmt: skip
    beside = rng.choice((*WITHIN[5:6], "", "\r\n"))
    inner = "\n".join(parts)
    return f'<testsuite name="s{depth}" tests="3">{beside}{inner}</testsuite>'


@pytest.mark.parametrize("feed_bytes", [7, 100, 100_000])
def test_regular_files_are_the_same_either_way(both, monkeypatch, feed_bytes):
    """Suites within suites, sections of characters, comments, and lines that end as on Windows."""
    monkeypatch.setattr(regular, "FEED_BYTES", feed_bytes)
    rng = random.Random(feed_bytes)
    for _ in range(30):
        quick, streamed = both(WHOLE.format(suite(rng, 3, WITHIN)))

        assert streamed == quick


def test_what_is_irregular_is_the_same_from_there_on(both, monkeypatch):
    """Elements within texts, prefixes that nobody declared, and files that are cut."""
    monkeypatch.setattr(regular, "FEED_BYTES", 50)
    rng = random.Random(1)
    for _ in range(40):
        text = WHOLE.format(suite(rng, 2, WITHIN[:6] + IRREGULAR))
        cut = text if rng.random() < 0.5 else text[: rng.randrange(len(text))]
        quick, streamed = both(cut)

        assert streamed == quick


@pytest.mark.parametrize(
    "start",
    [
        "<!DOCTYPE testsuites>",
        '<?xml version="1.0" encoding="cp037"?>',
        "<testsuites xmlns='u:v'>",
    ],
)
def test_what_may_hide_something_is_never_built(start):
    """A document type, bytes that may be one, and names that are not as they stand."""
    with pytest.raises(regular.IrregularError):
        next(regular.regular_events(f"{start}<testsuite/>".encode()))


def test_most_files_are_regular():
    """A file as pytest writes it needs no other way."""
    cases = CASE.format("a", WITHIN[3]) + CASE.format("b", WITHIN[5])
    text = WHOLE.format(f'<testsuite name="pytest">{cases}</testsuite>')
    found = [event.kind for event in regular.regular_events(text.encode())]

    assert ["begun", "begun", "case", "case", "ended", "ended"] == found
