"""Rules on the text of a file: length, headings, words, permissions."""

import re

from tests.house.exceptions import WORDS_LEFT
from tests.house.rules import of_each_file
from tests.house.words import NAMES, PHRASES

FILE_LINES_MAX = 400
LINE_CHARACTERS_MAX = 99
# Made from the headers of all metrics, with a line for each.
GENERATED = ("sql/metrics/all_metrics.sql", "sql/facts/views/counted.sql")

# Spelled so that no pattern matches itself.
TRACES = {
    r"\bTO[D]O\b|\bFIX[M]E\b|\bXX[X]\b": "open work is named in the tracker",
    r"/wor[k]/|/tmp/[x]/|/roo[t]/|/home/\w+/": "a path of one machine; name it from the project",
    r"\bissue #?[0-9]": "the number of an issue says nothing here; say what it was about",
}

PHRASE = re.compile("|".join(PHRASES), re.IGNORECASE)
# A word of a name: `asked` in asked_metrics, AskedMetrics and ASKED.
WORD_OF_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def _line_of(file, hit):
    return file.text.count("\n", 0, hit.start()) + 1


@of_each_file(".py", ".sql")
def file_length(file):
    """A file fits in a head."""
    if len(file.lines) > FILE_LINES_MAX:
        yield FILE_LINES_MAX + 1, f"{len(file.lines)} lines; split it at {FILE_LINES_MAX}"


@of_each_file(".py", ".sql")
def line_length(file):
    """Two files fit side by side; a line of what was made from others is a thought of its own."""
    for number, line in enumerate(file.lines, 1):
        if file.name not in GENERATED and len(line) > LINE_CHARACTERS_MAX:
            yield number, f"{len(line)} characters; break it at {LINE_CHARACTERS_MAX}"


@of_each_file(".md")
def one_heading(file):
    """A document opens with its title, and has no other of that rank."""
    is_code = False
    titles = []
    for number, line in enumerate(file.lines, 1):
        is_code ^= line.startswith("```")
        if line.startswith("# ") and not is_code:
            titles.append(number)
    if titles[:1] != [1]:
        yield 1, "no title; open with `# `"
    for number in titles[1:]:
        yield number, "a second title; make it `## `"


@of_each_file("")
def permissions(file):
    """Only what begins with an interpreter can be run."""
    if file.mode & 0o111 and not file.text.startswith("#!"):
        yield 1, "executable; chmod -x, or name the interpreter in the first line"


@of_each_file("")
def traces(file):
    """No open ends and no traces of the place it was written in."""
    for pattern, reason in TRACES.items():
        for hit in re.finditer(pattern, file.text):
            yield _line_of(file, hit), f"{hit[0]!r}: {reason}"


@of_each_file(".sql")
def sql_sentence(file):
    """A SQL file opens with a comment that says in a sentence what it is."""
    comment = re.match(r"(?:--[^\n]*\n)+", file.text)
    lines = comment[0].splitlines() if comment else []
    first = " ".join(line.removeprefix("--").strip() for line in lines).partition("  ")[0]
    if not re.match(r"""["'A-Z0-9`*].*[.:;]$""", first):
        yield 1, f"opens with {first!r}; open with a sentence in a comment"


@of_each_file("")
def banned_words(file):
    """Names and sentences use words that a newcomer knows."""
    if file.folder == "tests/house":
        return
    names = [(file.stem, 1)]
    if file.name.startswith("evalstore/") and file.name.endswith(".py"):
        names += [(definition.name, definition.line) for definition in file.definitions]
    for name, line in names:
        for word in WORD_OF_NAME.findall(name):
            if word.lower() in NAMES and name not in WORDS_LEFT:
                yield line, f"{name}: say {NAMES[word.lower()]!r} for {word!r}"
    for hit in PHRASE.finditer(file.text):
        yield _line_of(file, hit), f"{hit[0]!r}; say {PHRASES[hit[0].lower()]!r}"
