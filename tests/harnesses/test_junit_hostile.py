"""JUnit XML that is damaged or hostile, or in an encoding of its own."""

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.junit import junit
from evalstore.harnesses.records import SourceFile
from tests.harnesses.test_junit import reader_of, rows
from tests.processor_time import processor_seconds


@pytest.fixture
def store(tmp_path):
    """Return an empty store, and a function that reads XML into it."""
    return reader_of(tmp_path)


DEEP = "<testsuite>" * 200
BOMB = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
CASE = '<testsuite name="s"><testcase name="a"/>'
HUGE = "z" * (3 * 2**20)
COUNTS = '<testsuite tests="many" failures="-1" errors="9999999999999999">'
# What is read of each before the fault: the number of tests; None where nothing can be.
HOSTILE = {
    "an entity bomb": (f"{BOMB}<testsuite><testcase name='&b;'/></testsuite>", None),
    "an entity of a file": (f"{OUTSIDE}<testsuite><testcase name='&a;'/></testsuite>", None),
    "a definition elsewhere": ('<!DOCTYPE a SYSTEM "http://127.0.0.1/x"><testsuite/>', None),
    "an unknown entity": (f"{CASE}<testcase name='&b;'/></testsuite>", 1),
    "deep nesting": (f"{DEEP}<testcase name='a'/>", None),
    "deep nesting that ends": (f"{DEEP}<testcase name='a'/>{'</testsuite>' * 200}", None),
    "a tag without end": (f"{CASE}<testcase name='{'x' * (17 * 2**20)}", None),
    "a comment without end": (f"{CASE}<!--{'x' * (17 * 2**20)}", None),
    "an unknown encoding": ('<?xml version="1.0" encoding="x-none"?><testsuite/>', None),
    "bytes that are no UTF-8": (CASE.encode() + b"<testcase name='\xff'/></testsuite>", 1),
    "cut short in a tag": (f"{CASE}<testcase na", 1),
    "cut short in a text": (f"{CASE}<testcase name='b'><failure>no", 1),
    "cut short at once": ("<testsuite", None),
    "an attribute twice": (f"{CASE}<testcase name='b' name='c'/></testsuite>", 1),
    "a wrong end": (f"{CASE}</testsuites>", 1),
    "two roots": (f"{CASE}</testsuite><testsuite/>", 1),
    "control characters": (f"{CASE}<testcase name='b\x1b[1m&#x1b;&#0;'/></testsuite>", 2),
    "half a surrogate pair": (f"{CASE}<testcase name='&#xD800;'/></testsuite>", 1),
    "a nameless test": (f"{CASE}<testcase/></testsuite>", 2),
    "a test that nothing names": ("<testsuite><testcase/><testcase name='a'/></testsuite>", 1),
    "a long tag in a second suite": (
        f"{CASE}</testsuite><testsuite><testcase name='{'x' * (17 * 2**20)}", 1,
    ),
    "suites that share a name, cut short": (
        f"<testsuites>{CASE}</testsuite><testsuite name='t'><testcase classname='s' name='a'/><te",
        2,
    ),
    "a very long name": (f"{CASE}<testcase name='{'y' * 5000}'/></testsuite>", 2),
    "numbers that are none": (
        f"{CASE}<testcase name='b' time='nan'/><testcase name='c' time='-1'/></testsuite>", 3,
    ),
    "a huge text": (f"{CASE}<testcase name='b'><failure>{HUGE}</failure></testcase>", 2),
    "counts that are none": (f"{COUNTS}<testcase name='a'/></testsuite>", 1),
}  # fmt: skip


@pytest.mark.thinned(24)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(store, name):
    """A clear error with the store as it was, or what is whole is read and the rest is named."""
    text, test_count = HOSTILE[name]
    if test_count is None:
        with pytest.raises(UnreadableInputError, match=r"report\.xml: "):
            store(text)
        assert list(store.layout.inbox.iterdir()) == []
        return
    [file] = store(text).files

    assert [(test_count,)] == rows(store.layout, "select count(*) from facts.cases")
    assert all(len(skip.detail) < 400 for skip in file.skips)


TEST = '<testcase name="a"/>'
SUITE = f'<testsuite name="s">{TEST}</testsuite>'
# Each took time by the square of its size, so many seconds here.
LARGE = {
    "deep": ("<testsuite>" * 10_000 + "</testsuite>" * 10_000, "nested more than 100 elements"),
    "wide": (f"<testsuite>{SUITE * 8_000}{TEST * 8_000}</testsuite>", ""),
}


@pytest.mark.parametrize("name", LARGE)
def test_time_grows_with_the_size_alone(tmp_path, name):
    """Suites within each other stop at a depth that is named; many side by side are read."""
    text, message = LARGE[name]
    (tmp_path / "report.xml").write_text(text)
    source = SourceFile(tmp_path / "report.xml", "report.xml", "0" * 64, len(text))

    def read():
        try:
            return len(list(junit.read(source)))
        except UnreadableInputError as error:
            return str(error)

    assert processor_seconds(read, 2) < 2
    assert message in str(read())


@pytest.mark.sweep
def test_utf_16_and_other_encodings(store):
    """The declaration and the byte order mark say how to read it."""
    text = '<?xml version="1.0" encoding="{}"?><testsuite><testcase name="Zürich"/></testsuite>'
    for encoding in ("utf-16", "iso-8859-1", "windows-1252"):
        store(text.format(encoding).encode(encoding), name=f"{encoding}.xml")

    assert [("Zürich",)] == rows(store.layout, "select distinct case_id from facts.cases")
