"""Two runs side by side: the page says what the comparison and the SQL say, and nothing acts."""

import re
from html.parser import HTMLParser

import pytest

from evalstore.errors import UsageError
from evalstore.reviews.report.comparison_page import render_html, render_markdown
from evalstore.reviews.report.comparison_section import comparison_section
from evalstore.reviews.report.report_comparison import compared_run, report_comparison
from evalstore.statistics.compared import comparison_query
from evalstore.statistics.comparison import compare
from evalstore.store.query.reader import reading
from tests import kept_stores
from tests.reviews.conftest import run_of

# What a model might say to break out of a page or to mislead its reader.
HOSTILE = (
    "<script>alert('script')</script></style></svg></del></ins><!-- "
    "\"><img src=x onerror=alert('img')> [a](javascript:alert('link')) {{7*7}} "
    "@everyone closes #1 fixes GH-2 https://example.org/x | ``` ~~~ `code` end"
)
SUITE = {"suite": "quiz", "suite_version": "1", "systems": ["a", "b"]}
# By case: attempts of the left and of the right run, each an outcome or a share that is right.
CASES = {
    "fell-over": (["right"], ["wrong"]),
    "got-it": (["wrong"], ["right"]),
    "less-right": ([0.9], [0.7]),
    "more-right": ([0.1], [0.3]),
    "lost": (["right"], ["error"]),
    "found": (["error"], ["right"]),
    "other-words": (["right"], ["right"]),
    "same": (["right"], ["right"]),
    "other-question": (["right"], ["wrong"]),
    "gone": (["right"], None),
    "new": (None, ["right"]),
    "twice": (["right", "right", "wrong"], ["wrong", "right", "wrong"]),
    **{f"filler-{number}": (["right"], ["right"]) for number in range(8)},
}
EXPECTED = {
    "became wrong": {"fell-over", "twice"},
    "became right": {"got-it"},
    "fell": {"less-right"},
    "rose": {"more-right"},
    "lost value": {"lost"},
    "gained value": {"found"},
    "answered otherwise": {"other-words"},
    "asked otherwise": {"other-question"},
    "only left": {"gone"},
    "only right": {"new"},
}
LEFT, RIGHT = "monday", "tuesday"
OTHER_WORDS = {LEFT: "Paris, of course, on the Seine", RIGHT: "Paris, as ever, on the Seine"}


def reply_of(run_id, case_id, attempt):
    if case_id == "other-words":
        return OTHER_WORDS[run_id]
    if case_id == "got-it":
        return f"{HOSTILE} {run_id}"
    return f"said {case_id} {attempt}"


def events_of(run_id, side):
    """Return the events of a run of the cases by two systems, whose replies are the same."""
    found = [("run_started", SUITE)]
    for case_id, sides in CASES.items():
        if sides[side] is None:
            continue
        prompt = f"{case_id}? {run_id if case_id == 'other-question' else ''}"
        found.append(
            ("case_generated", {"case_id": case_id, "domain": ("even", "odd")[len(case_id) % 2],
             "prompt": prompt, "expected": "it", "validators": ["exact"]})
        )  # fmt: skip
        for system_id in ("a", "b"):
            for attempt, outcome in enumerate(sides[side], start=1):
                about = {"case_id": case_id, "system_id": system_id, "attempt": attempt}
                status = "error" if outcome == "error" else "ok"
                text = {"text": reply_of(run_id, case_id, attempt)} if status == "ok" else {}
                found.append(("response_recorded", about | {"status": status} | text))
                if status == "ok":
                    score = {} if isinstance(outcome, str) else {"score": outcome}
                    name = ("wrong", "right")[outcome >= 0.5] if score else outcome
                    verdict = {"validator_id": "exact", "outcome": name, "reason": HOSTILE} | score
                    found.append(("verdict_recorded", about | verdict))
    found.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": run_id, "payload": payload} for kind, payload in found]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Two runs of the cases, made once."""
    events = [*events_of(LEFT, 0), *events_of(RIGHT, 1)]
    return kept_stores.store_of(events, tmp_path_factory.mktemp("compared") / "warehouse")


@pytest.fixture(scope="module")
def compared(store):
    """The comparison of all metrics and, of each limit, what a page shows of it."""
    with reading(store.layout) as reader:
        found = compare(reader, comparison_query(LEFT, RIGHT, ["all"], moved_count=99))
        yield found, lambda **limits: comparison_section(reader, found, **limits)


@pytest.fixture(scope="module")
def section(compared):
    return compared[1]()


@pytest.fixture(scope="module")
def page(section, generated_at):
    return render_html(section, "warehouse", generated_at)


def groups_of(section, system_id="a"):
    [system] = [found for found in section.systems if found.systems == system_id]
    return {group.change: {case.case_id for case in group.cases} for group in system.groups}


@pytest.mark.sweep
def test_every_kind_of_change_is_told_apart(section):
    """Each case is in the group that its two sides say, and no other is with it."""
    found = groups_of(section)

    assert {change: found.get(change) for change in EXPECTED} == EXPECTED
    assert "same" in found["unchanged"]


def test_became_wrong_and_right_are_those_of_the_macro(store, section):
    """The lists are the rows of macros.regressions, system by system."""
    rows = store.query(
        "select system_id, change, case_id from macros.regressions('monday', 'tuesday')"
    ).rows()
    shown = {
        (system.systems, group.change, case.case_id)
        for system in section.systems
        for group in system.groups
        if group.change in ("became wrong", "became right")
        for case in group.cases
    }

    assert shown == set(rows)
    assert len(shown) == 6


def test_moved_cases_are_those_of_compare(compared, section):
    """What `compare --cases` lists of accuracy is what the groups of another value have."""
    [row] = [
        row for row in compared[0].rows
        if row.metric.name == "accuracy" and row.left.system_id == "a"
    ]  # fmt: skip
    found = groups_of(section)
    moved = {case.case_id for case in row.moved}
    changes = ("became wrong", "became right", "fell", "rose")

    assert set().union(*(found[change] for change in changes)) | {"other-question"} == moved
    assert row.pairs.paired_count == sum(
        len(found[change]) for change in (*changes, "answered otherwise", "unchanged",
                                          "asked otherwise")
    )  # fmt: skip


def test_of_several_attempts_one_that_came_out_as_the_case(section):
    """A case that became wrong shows a right attempt on the left and a wrong one on the right."""
    [case] = [
        case
        for group in section.systems[0].groups
        for case in group.cases
        if case.case_id == "twice"
    ]

    assert case.move == "right → wrong"
    assert (case.left.attempt_count, case.left.right_count, case.right.right_count) == (3, 2, 1)
    assert "facts.case_outcomes" in section.systems[0].note


def test_differences_are_marked(page):
    """The words that differ stand in <del> and <ins>, each once, with their neighbours outside."""
    assert "Paris, <del>of course</del>, on the Seine" in page
    assert "Paris, <ins>as ever</ins>, on the Seine" in page


class Elements(HTMLParser):
    """The elements and attributes that a browser would find."""

    def __init__(self, text):
        super().__init__()
        self.names, self.ids, self.links, self.handlers = set(), [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name == "href"]
        self.handlers += [name for name, _ in attrs if name.startswith("on") or name == "style"]


def test_hostile_text_is_inert(page):
    """The page has its own elements only, no handler, one script, and links into itself."""
    found = Elements(page)

    assert not found.names & {"img", "textarea", "iframe", "form", "object"}
    assert found.handlers == []
    assert page.count("<script") == 1
    assert {link for link in found.links if link.removeprefix("#") not in found.ids} == set()
    assert len(found.ids) == len(set(found.ids))


def test_limits_say_what_they_hide(compared):
    """With one case of each kind the number of the others is said, and the command that lists."""
    groups = {group.change: group for group in compared[1](case_limit=1).systems[0].groups}

    assert len(groups["became wrong"].cases) == 1
    assert groups["became wrong"].left_out == "1 more case of this kind left out here"
    assert groups["became wrong"].command == (
        "evalstore compare monday tuesday --system a --metric accuracy --validator exact "
        "--cases --limit 5"
    )


def test_markdown_is_short_and_inert(section):
    """It keeps its length, and no mention, raw element or closing keyword of a model survives."""
    text = render_markdown(section)
    short = render_markdown(section, length=2_000)
    outside = re.sub(r"(`{3,}).*?\1", "", text, flags=re.DOTALL)

    assert len(short) <= 2_000
    assert "**Accuracy of a:" in short
    assert "@everyone" not in text
    assert re.search(r"closes #1", text) is None
    assert re.search(r"(?<!\\)<(?!/?details|/?summary)", outside) is None


def test_slices_warn(section):
    """Slices too small to show anything are counted, and many looks at once are warned of."""
    assert "compared. If no slice differs" in section.slice_warning
    assert all(row.adjusted_p_value for row in section.slices)


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("right_wrong", "expected"),
    [
        ({*range(8), 30}, {"domain=phenomenology"}),
        # The same cases, and as many others of the same domain: nothing has moved.
        ({0, 1, 30}, set()),
        ({2, 3, 31}, set()),
    ],
)
def test_only_slices_that_moved_are_shown(tmp_path, generated_at, right_wrong, expected):
    """A difference of zero is none, also where a sum rounds it to almost zero."""
    events = [*run_of("one", 1, {0, 1, 30}), *run_of("two", 2, right_wrong)]
    with reading(kept_stores.store_of(events, tmp_path / "warehouse").layout) as reader:
        found = compare(reader, comparison_query("one", "two", ["accuracy"], moved_count=9))
        section = comparison_section(reader, found)
    text = render_html(section, "warehouse", generated_at)

    assert expected <= {row.slice_text for row in section.slices}
    assert all(row.left != row.right for row in section.slices)
    assert bool(expected) == bool(section.slices)
    assert [bool(expected), not expected] == [
        "Slices that moved most" in text, "No slice moved." in text,
    ]  # fmt: skip


@pytest.mark.thinned(4)
@pytest.mark.parametrize(
    ("base", "left", "words"),
    [
        (LEFT, LEFT, ""),
        (f"run:{LEFT}", LEFT, ""),
        ("last-green", None, "no earlier run of the suite matches last-green"),
        ("branch:nowhere", None, "no earlier run of the suite matches branch:nowhere"),
    ],
)
def test_bases(store, base, left, words):
    """A base is a run or a reference; one that names no run is an obstacle, in words."""
    with reading(store.layout) as reader:
        section = report_comparison(reader, RIGHT, base)

    assert (section.left.run_id if section.left else None) == left
    assert words in section.obstacle
    assert bool(section.systems) == (not words)


@pytest.mark.parametrize(
    ("base", "words"), [(RIGHT, "with itself"), ("mondai", "no run 'mondai'"), ("x:y", "expected")]
)
def test_a_base_that_is_none_is_refused(store, base, words):
    """The run itself, an unknown run and an unknown kind of reference are errors of usage."""
    with reading(store.layout) as reader, pytest.raises(UsageError, match=re.escape(words)):
        report_comparison(reader, RIGHT, base)


def test_one_run_is_compared(store):
    """Without a run it is the newest; two are refused."""
    with reading(store.layout) as reader:
        assert compared_run(reader, []) in (LEFT, RIGHT)
        with pytest.raises(UsageError, match="name one"):
            compared_run(reader, [LEFT, RIGHT])
