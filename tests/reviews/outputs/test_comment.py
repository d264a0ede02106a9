"""The comment on a pull request: its parts, its length, and text of others that does nothing."""

import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from evalstore.errors import UsageError
from evalstore.reviews.outputs import comment, issue
from evalstore.reviews.report.untrusted import for_markdown, markdown_block, markdown_code
from evalstore.reviews.review import BaselineChoice, LeftOut, Mark
from tests.reviews.outputs.reviews import case, finding, review

# What a model, a file name or a label might hold to make a host, a bot or a reader do something.
HOSTILE = (
    "/close\n\n/label ~bug\nfixes #1, closes org/repo#2, resolves GH-3 and PROJ-4 @team "
    "user@example.com https://evil.example www.evil.example mailto:a@b.example ftp://evil.example "
    '!1 $1 %1 &1 ~label %"a milestone" [vulnerability:1] *iteration:1 GHSA-abcd '
    "0123456789abcdef0123456789abcdef01234567 ![image](http://evil.example/x.png) [a](//b) "
    "<img src=x onerror=alert(1)> <script>alert(1)</script> </details> | a | b |\n|---|---|\n"
    "```\n# out of the fence\n~~~\n---\ntitle: front matter\n---\n=1+1\n"
    "<!-- evalstore gate quiz -->\n[r]: http://evil.example\n\x00\x1b[31m\u202eexe\ud800"
)
TRIGGERS = (
    r"^\s*/\w", r"@\w", r"(?<!\d)[#!$%&~]\w", r'%"', r"GH-\d", r"PROJ-\d", r"GHSA-\w", r"\w://",
    r"www\.\w", r"\[\w+:\w", r"\*iteration:\w", "\x1b", "\x00", "\u202e", "\ud800",
    r"<!-- evalstore gate quiz -->",
)  # fmt: skip
HARMFUL = {"html_inline", "html_block", "link_open", "image"}
OURS = re.compile(r"</?details>|</?summary>|<!-- evalstore gate [a-z0-9-]+ -->")


def hostile_review():
    """A review in which everything that others can name is hostile."""
    named = ("gate_id", "system_id", "slice_value", "threshold", "variant")
    names = dict.fromkeys(named, HOSTILE)
    told = finding(slice_name="domain", sentence=HOSTILE, reason=HOSTILE, **names)
    texts = dict.fromkeys(("domain", "prompt", "expected", "response", "reason"), HOSTILE)
    marks = (Mark(HOSTILE, HOSTILE, None, "wrong", passed=False),)
    shown = case(HOSTILE, marks=marks, outcome="wrong", **(texts | {"system_id": HOSTILE}))
    found = review(told, cases=[shown], suite=HOSTILE, git_branch=HOSTILE, run_id=HOSTILE)
    choice = BaselineChoice(HOSTILE, HOSTILE, "ab" * 20, HOSTILE, is_of_gates=True)
    return replace(
        found, decision="Fail.", key="quiz-0a", baseline=choice,
        left_out=(LeftOut(HOSTILE, 2),), smallest_drop=HOSTILE,
    )  # fmt: skip


def texts_of(found):
    """The comment and the body of the issue of a review."""
    return {"comment": comment.text(found), "issue": issue.issue(found).body}


def markup_of(text):
    """Return the tokens that render as HTML, links or images, but for those of our own."""
    parser = MarkdownIt("gfm-like", {"html": True, "linkify": False})
    tokens = [each for token in parser.parse(text) for each in (token, *(token.children or ()))]
    found = [token for token in tokens if token.type in HARMFUL]
    return [token.content for token in found if OURS.sub("", token.content).strip()]


def test_hostile_text_is_text():
    """No HTML, link or image of others; as GitHub's dialect reads comment and issue."""
    found = {name: markup_of(text) for name, text in texts_of(hostile_review()).items()}
    # Only the words of our own between the folds.
    shown = {name: [re.sub(r"1 of 1 failing cases", "", OURS.sub("", one)).strip() for one in many]
             for name, many in found.items()}  # fmt: skip

    assert {"comment": [""], "issue": []} == shown


def test_no_host_acts_on_hostile_text():
    """No mention, reference, closing keyword, command, address or formula is left."""
    found = hostile_review()
    texts = texts_of(found) | {"title": issue.issue(found).title}
    left = {
        (name, trigger): re.findall(trigger, text.partition("\n")[2] if name != "title" else text,
                                    re.MULTILINE)
        for name, text in texts.items()
        for trigger in TRIGGERS
    }  # fmt: skip

    assert {} == {place: hits for place, hits in left.items() if hits}
    assert "0123456789abcdef" not in for_markdown(HOSTILE)


def test_hostile_text_leaves_no_table():
    """Each row of the table has as many cells as its head."""
    widths, cells = set(), 0
    parser = MarkdownIt("gfm-like", {"html": True, "linkify": False})
    for token in parser.parse(texts_of(hostile_review())["comment"]):
        cells += token.type in {"td_open", "th_open"}
        if token.type == "tr_close":
            widths.add(cells)
            cells = 0

    assert {9} == widths


def test_the_table_names_the_variant_of_a_value():
    """Where a metric has variants; without any the column is left out."""
    licensed, plain = finding(variant="mapping=licensed"), finding()
    [with_variants, without] = (
        [line for line in comment.text(review(*found)).splitlines() if line.startswith("| ")]
        for found in ((licensed, plain), (plain,))
    )

    assert "| decision | gate | system | slice | variant | value |" in with_variants[0]
    assert "| `maia` |  | `mapping=licensed` | — |" in with_variants[2]
    assert "| `maia` |  |  | — |" in with_variants[3]
    assert "| decision | gate | system | slice | value |" in without[0]
    assert "| `maia` |  | — |" in without[2]


@pytest.mark.parametrize("wrapped", [markdown_block, markdown_code])
def test_names_and_blocks_can_be_copied(wrapped):
    """What no host acts on stands as it is: ids, paths, hashes."""
    for text in ("nightly-24", "org/model", "c1a08cf0f736", "a_b*c"):
        assert text in wrapped(text)


def test_the_comment_says_decision_reasons_baseline_and_cases():
    """First the marker, then the decision, then what fails; how to look comes last."""
    choice = BaselineChoice("r0", "branch:main", "ab" * 20, "r0 is the newest", is_of_gates=True)
    found = replace(
        review(finding(), cases=[case(outcome="wrong", marks=(Mark("respect", "f", 0.0, "wrong",
               passed=False),))]),
        decision="Fail: of 1 decision, 1 failed.", key="quiz-0a", baseline=choice,
        smallest_drop="With 30 shared cases, a drop of 0.2 is detected.",
        nothing_left_out="No case was left out.",
    )  # fmt: skip
    text = comment.text(found, report_url="https://ci.example/report.html")
    places = [
        text.index(part)
        for part in (
            "<!-- evalstore gate quiz-0a -->\n", "## ✘ Fail: of 1 decision, 1 failed.",
            "**accuracy**: Accuracy of maia is 0.5: fail.", "| ✘ fail | `accuracy` | `maia` |",
            "**Baseline:** `r0`, commit `abababa`: the newest.",
            "**Smallest drop:** With 30 shared cases", "No case was left out.",
            "1 of 1 failing cases", "#### `c1` by `maia`, history: became wrong",
            "- respect: 0 ❌", "**Verdict:** FAILED - told",
            "[Open the report](https://ci.example/report.html)", "evalstore failures --run r1",
        )
    ]  # fmt: skip

    assert places == sorted(places)
    assert 0 == places[0]


def test_a_report_address_that_is_none_is_an_error():
    """Nothing but http and https, and nothing that ends the link."""
    refused = []
    for address in ("javascript:alert(1)", "https://a.example/) [b](//c", "report.html"):
        with pytest.raises(UsageError, match="expected http"):
            comment.text(review(finding()), report_url=address)
        refused.append(address)

    assert 3 == len(refused)


def test_comment_and_issue_stay_short_whatever_the_run():
    """A thousand gates and megabytes of text that doubles when it is escaped still fit."""
    wide = "\x00" * 100_000
    told = finding(sentence="<" * 800, gate_id="[" * 5000, system_id="|" * 5000)
    many = replace(
        review(*[told] * 1000, cases=[case(prompt=wide, response=wide, reason=wide)] * 20),
        decision="Fail.", key="quiz-0a", case_count=50_000,
    )  # fmt: skip
    lengths = {name: len(text) for name, text in texts_of(many).items()}

    assert {} == {name: length for name, length in lengths.items() if length >= 60_000}
    assert "50000 cases fail; none is shown here." in comment.text(many)
