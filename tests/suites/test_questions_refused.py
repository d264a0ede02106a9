"""A file of questions that cannot be asked is refused whole, with what to do about it."""

import pytest

from evalstore.errors import UsageError


def test_errors_are_by_row(made):
    """All bad rows are counted, with line, column, what was found and expected; none is asked."""
    text = (
        'question,A,B,answer\nIs it?,x,y,A\n"Two\nlines?",x,y,E\n,x,y,A\nWho?,x,y,B,more\n'
        "Is it?,x,y,B\n"
    )
    with pytest.raises(UsageError) as refused:
        made(text)

    assert (
        "4 of 5 rows are invalid:\n"
        "my.csv, line 3 (row 2), column answer: found 'E'; expected a letter from A to B\n"
        "my.csv, line 5 (row 3), column question: found nothing; expected a question\n"
        "my.csv, line 6 (row 4), found 5 fields; expected 4, as in the first line: put "
        "fields that contain the delimiter into double quotes\n"
        "my.csv, line 7 (row 5), the same question as in line 2 with another answer: found 'B' "
        "after 'A'\n"
    ) in str(refused.value)
    assert 1 == len(made(text, skip_bad_rows=True))


@pytest.mark.parametrize(
    ("text", "settings", "message"),
    [
        ("question,prompt,answer\na,b,c\n", {}, "question and prompt could both be the prompt"),
        (
            "question,A,B,options,answer\nx,a,b,c|d,A\n",
            {},
            "columns options and A, B could both be the choices",
        ),
        (
            "question,A,B,choice_1,choice_2,answer\nx,a,b,c,d,A\n",
            {},
            "columns A, B and choice_1, choice_2 could both be the choices",
        ),
        ("frage,antwort\na,b\n", {}, "no column of a known name for the question"),
        ("A note,\nquestion,answer\na,b\n", {}, "such as --set skip_lines=2"),
        ("question,note\na,b\n", {}, "no column of a known name for the right answer"),
        ("question,answer\na,b\n", {"map": {"prompt": "qestion"}}, "did you mean 'question'"),
        ("question,answer\na,b\n", {"map": {"promt": "question"}}, "no role 'promt' in map"),
        ("question,answer\na,b\n", {"format": "xml"}, "expected one of json, text"),
        ("question,answer\na,b\n", {"validators": "factuall"}, "no validator 'factuall'"),
        ("question,answer\na,b\n", {"attributes": "hue"}, "no column 'hue'"),
        ("question,answer\na,b\n", {"delimiter": ";;"}, "expected one character"),
        ("question,answer\n", {}, "has no rows"),
        ('question,answer\n"One?,1\nTwo?,2\n', {}, "line 3 is not CSV: unexpected end of data"),
        (
            '{"question": "Far?", "answer": 1e999}',
            {"name": "my.jsonl"},
            "column answer: found inf; expected a finite number",
        ),
    ],
)
def test_files_that_cannot_be_used(made, text, settings, message):
    """An error names what is wrong with the file or the settings, and the way out."""
    with pytest.raises(UsageError, match=message):
        made(text, **settings)
