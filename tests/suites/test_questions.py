"""Questions of a user's file become cases: columns, answers, ids, errors by row, draws."""

import gzip
import json
import random

import polars
import pytest
import zstandard

from evalstore.errors import UsageError
from evalstore.plugins.registry import load
from evalstore.plugins.response import Response
from evalstore.running.git import Commit
from evalstore.running.plan import make_plan
from evalstore.suites.questions import questions
from tests.suites.controls import above_chance

ROWS = [
    {"question": "Which is a cat?", "options": ["lion", "dog"], "answer": "A", "topic": "animals"},
    {"question": "Which is a fish?", "options": ["cow", "cod"], "answer": "B", "topic": "animals"},
    {"question": "What is 17 * 3?", "options": None, "answer": "51", "topic": "sums"},
]


def lines(*rows):
    return "\n".join(json.dumps(row) for row in rows)


def outcome(case, text):
    return load("validators", "factual").judge(case, Response("ok", text=text)).outcome


def test_every_format_makes_the_same_cases(made, tmp_path):
    """JSON Lines, an array, an object that holds one, Parquet and CSV, packed or not."""
    polars.DataFrame(ROWS).write_parquet(tmp_path / "x.parquet")
    csv = "question;options;answer;topic\r\n" + "\r\n".join(
        ";".join((row["question"], "|".join(row["options"] or ()), row["answer"], row["topic"]))
        for row in ROWS
    )
    contents = {
        "my.jsonl": lines(*ROWS).encode(),
        "my.json": json.dumps(ROWS, indent=1).encode(),
        "held.json": json.dumps({"version": 1, "data": ROWS}, indent=1).encode(),
        "my.parquet": (tmp_path / "x.parquet").read_bytes(),
        "my.csv": b"\xef\xbb\xbf" + csv.encode(),
        "tabs.tsv": csv.replace(";", "\t").encode(),
        "my.csv.gz": gzip.compress(csv.encode()),
        "my.jsonl.zst": zstandard.compress(lines(*ROWS).encode()),
    }
    found = {name: made(content, name) for name, content in contents.items()}

    first = found["my.jsonl"]
    assert [] == [name for name, cases in found.items() if cases != first]
    assert ["A", "B", "51"] == [case.expected for case in first]
    assert [0.5, 0.5, 0.05] == [case.chance for case in first]
    assert ["animals", "animals", "sums"] == [case.domain for case in first]
    assert first[0].turns[0].startswith("Which is a cat?\nA) lion\nB) dog\nAnswer with the letter")


@pytest.mark.parametrize(
    ("answers", "reading"),
    [
        (["b", "(A)"], "letter"),
        ([1, 0], "index0"),
        (["2", "1"], "index1"),
        (["dog", "ink"], "text"),
    ],
)
def test_answers_name_options(made, answers, reading):
    """However a column names the options, the replies that it means are judged right."""
    rows = [
        {"q": "Who barks?", "choices": ["cat", "dog", "cow"], "gold": answers[0]},
        {"q": "What is black?", "choices": ["ink", "milk"], "gold": answers[1]},
    ]
    if reading == "index1":
        rows.append({"q": "Which is last?", "choices": ["x", "y"], "gold": "2"})
        rows.append({"q": "Which is third?", "choices": ["x", "y", "z"], "gold": "3"})
    cases = made(lines(*rows), "my.jsonl", map={"prompt": "q"})

    assert ["B", "A"] == [case.expected for case in cases[:2]]
    assert ["right", "right", "wrong"] == [
        outcome(cases[0], "B"), outcome(cases[0], "dog"), outcome(cases[0], "C"),
    ]  # fmt: skip


def test_ambiguous_answers_are_refused(made):
    """Numbers that are options from 0 as well as from 1 are for the user to tell apart."""
    rows = [{"question": "Which?", "choices": ["x", "y", "z"], "answer": 1}]

    with pytest.raises(UsageError, match=r"'y' read as index0 and 'x' read as index1"):
        made(lines(*rows), "my.jsonl")
    assert "A" == made(lines(*rows), "my.jsonl", answers="index1")[0].expected


def test_columns_of_options_and_of_wrong_answers(made):
    """An option a column, and a right answer among wrong ones in an order the seed keeps."""
    wide = made("Question,choice 1,choice 2,choice 3,Correct Answer\nWhich?,x,y,,y\n")[0]
    mixed = 'question,correct_answer,incorrect_answers\nWhich?,red,"[""blue"",""green""]"\n'
    one, other = made(mixed)[0], made(mixed, seed="another")[0]

    assert (["x", "y"], "B") == (wide.extra["choices"], wide.expected)
    assert one == other
    assert ("red", {"red", "blue", "green"}) == (
        one.answer_key["options"][one.expected],
        set(one.extra["choices"]),
    )


def test_several_right_options(made):
    """A list of options is right as a whole, in any order, and no part of it nor more than it."""
    rows = [{"question": "Even?", "options": ["two", "three", "four"], "correct_options": [2, 0]}]
    [case] = made(lines(*rows), "my.jsonl", answers="index0")

    assert ("A, C", "choices", 1 / 3) == (case.expected, case.answer_key["kind"], case.chance)
    replies = (
        "A, C",
        "c and a",
        "The answers are (A), (C).",
        "two, four",
        "A",
        "A, B, C",
        "Both?",
    )
    assert ["right"] * 4 + ["wrong"] * 2 + ["undetermined"] == [
        outcome(case, reply) for reply in replies
    ]


def test_open_answers_and_declared_keys(made):
    """Numbers, yes and no, aliases, units with a tolerance, symbols, and what has no answer."""
    text = (
        "question,answer,aliases,unit,tolerance,kind,A,B\n"
        "How far?,12.5,,km,1%,,,\n"
        "Is 7 prime?,yes,,,,,,\n"
        "Which city?,Istanbul,Constantinople|Byzantium,,,,,\n"
        "Which symbol has tungsten?,W,,,,,,\n"
        "What did he dream?,,,,,abstain,,\n"
        "Which?,B,,,,,x,y\n"
    )
    far, prime, city, symbol, dream, _ = made(text)

    assert ["right", "wrong"] == [outcome(far, "12.6 km"), outcome(far, "13 km")]
    assert (0.5, "right", "wrong") == (prime.chance, outcome(prime, "Yes."), outcome(prime, "No."))
    assert "right" == outcome(city, "Byzantium")
    assert "right" == outcome(symbol, "W")
    assert ["right", "wrong"] == [outcome(dream, "This cannot be known."), outcome(dream, "Gold")]


def test_few_answers_are_labels(made):
    """Open questions with two answers among them are a choice of two, in capitals or not."""
    cases = made("prompt,ideal\n" + "".join(f"Case {n}?,{'ab'[n % 2]}\n" for n in range(20)))

    assert ({0.5}, {"choice"}) == (
        {case.chance for case in cases},
        {case.attributes["form"] for case in cases},
    )
    assert ["right", "wrong"] == [outcome(cases[0], "A"), outcome(cases[0], "B")]


def test_roles_of_columns(made):
    """Domain, cluster, session, validators, tags, canary and attributes are of the case."""
    rows = (
        "id,Question,Answer,category,Group,session id,validators,tags,is_canary,level,note\n"
        f"7,First?,1,sums,g1,s1,factual|abstention,x|y,true,3,{'long ' * 30}\n"
        "8,Second?,2,sums,g1,s1,,,,4,\n"
    )
    first, second = made(rows)

    assert ("sums", "g1", "s1", ("factual", "abstention"), ("x", "y"), True) == (
        first.domain, first.cluster_id, first.session_id, first.validators, first.tags,
        first.is_canary,
    )  # fmt: skip
    assert ("3", "7") == (first.attributes["level"], first.extra["columns"]["id"])
    assert "note" not in first.attributes
    assert ("factual", "format_compliance", "confidence") == second.validators
    assert "level" not in made(rows, attributes="none")[0].attributes
    assert "7" == made(rows, attributes="id")[0].attributes["id"]


def test_messages_are_turns(made):
    """The user's turns are asked, after what a system message says; a reply in them is refused."""
    talk = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "2+2?"}]
    reply = {"role": "assistant", "content": "4"}
    [case] = made(lines({"messages": [*talk, {"role": "user", "content": "3+3?"}], "ideal": 6}),
                  "my.jsonl", format="text")  # fmt: skip

    assert ("Be brief.\n2+2?", "3+3?") == case.turns
    with pytest.raises(UsageError, match="found a message of 'assistant'"):
        made(lines({"messages": [*talk, reply], "ideal": 6}), "my.jsonl")


def test_the_form_of_the_reply(made):
    """As text a question without options is sent as the file has it, and judged as a whole."""
    text = "question,answer\nWhat is 2 + 2?,4\n"

    [plain] = made(text, format="text")
    [formed] = made(text)

    assert (("What is 2 + 2?",), None) == (plain.turns, plain.answer_schema)
    assert "confidence" in formed.turns[0]
    assert plain.case_id == formed.case_id


def test_ids_are_of_the_content(made):
    """Neither the order of rows nor another column changes an id; a repeated question is one."""
    rows = ["Which is it?,x", "What is that?,y", "Which is it?,x"]
    one = made("question,answer\n" + "\n".join(rows))
    random.Random(1).shuffle(rows)
    other = made("level,question,answer\n" + "\n".join(f"{n},{row}" for n, row in enumerate(rows)))

    assert 2 == len(one)
    assert {case.case_id for case in one} == {case.case_id for case in other}


def test_a_declared_map_settles_it(made):
    """A named column has its role whatever it is called, and null takes one away."""
    text = "question,prompt,answer,topic\nOne?,Two?,x,t\n"
    [case] = made(
        text, map={"prompt": "prompt", "domain": None}, attributes="topic", format="text"
    )

    assert (("Two?",), "questions", "t") == (case.turns, case.domain, case.attributes["topic"])


def test_a_draw_takes_domains_by_their_share(made):
    """Of 80 and 20 rows ten are eight and two, the same ones for the same seed."""
    text = "question,answer,topic\n" + "".join(
        f"Number {n}?,{n},{'few' if n % 5 == 0 else 'many'}\n" for n in range(100)
    )
    one, again, other = made(text, count=10), made(text, count=10), made(text, count=10, seed="b")

    assert ["few", "many"] == sorted({case.domain for case in one})
    assert 2 == sum(case.domain == "few" for case in one)
    assert one == again != other


def test_a_plan_has_the_domains_of_the_file(tmp_path):
    """A domain of the file can be chosen, another is unknown, and the run records the file."""
    path = tmp_path / "my.csv"
    path.write_text("question,answer,topic\nOne?,1,sums\nTwo?,2,words\n")

    def plan(*domains):
        return make_plan(
            "questions", seed="s", domains=domains, case_count=None, systems=(),
            settings={"file": str(path)}, commit=Commit(None),
        )  # fmt: skip

    assert ["words"] == [case.domain for case in plan("words").cases()]
    assert ({"prompt": "question", "expected": "answer", "domain": "topic"}, 2) == (
        plan().config()["settings"]["columns"],
        plan().config()["settings"]["row_count"],
    )
    with pytest.raises(UsageError, match="Available: sums, words"):
        plan("sum")


def test_lines_above_the_names_are_skipped(made):
    """What stands above the names of the columns is left out, and rows keep their lines."""
    text = '"Please,\tread",,\n,,\nquestion,answer,level\nOne?,1,x\nTwo?,,y\n'
    with pytest.raises(UsageError, match=r"line 5 \(row 2\), column answer: found nothing"):
        made(text, skip_lines=2)

    assert ["1"] == [case.expected for case in made(text, skip_lines=2, skip_bad_rows=True)]


def test_no_control_beats_chance(tmp_path):
    """Shuffled options and open answers that differ give nothing away."""
    rows = [
        f"Which of these is number {place}?,"
        + ",".join(f"thing {(place * 7 + option * 3) % 97}" for option in range(4))
        + f",thing {(place * 7 + place * 5 % 4 * 3) % 97}"
        for place in range(1, 41)
    ]
    path = tmp_path / "my.csv"
    path.write_text("question,option_a,option_b,option_c,option_d,answer\n" + "\n".join(rows))

    assert [] == above_chance("questions", count=None, file=str(path))


def test_a_position_that_is_always_right_is_found(tmp_path):
    """Where the right option stands first in every row, a control that takes the first wins."""
    rows = [
        f"Which of these is number {place}?,"
        + ",".join(f"thing {place + 50 * option}" for option in range(4))
        + f",thing {place}"
        for place in range(1, 31)
    ]
    path = tmp_path / "my.csv"
    path.write_text("question,option_a,option_b,option_c,option_d,answer\n" + "\n".join(rows))

    assert [("factual", "questions", "choice")] == above_chance(
        "questions", count=None, file=str(path)
    )


def test_columns_that_are_not_used_are_listed(tmp_path):
    """Unused columns are named; for a file of context cards, the suite that asks them, too."""
    path = tmp_path / "cards.jsonl"
    card = {"id": "c1", "facts": ["Ash flows into Elm"], "question": "Does Ash flow into Elm?",
            "gold": "YES", "label": "E", "claim": {"subj": "ash"}}  # fmt: skip
    path.write_text(lines(card), encoding="utf-8")
    settings = {"file": str(path)}

    assert questions.description(settings)[1].endswith("; not used: facts, claim")
    [remark] = questions.remarks("s", ("questions",), None, settings)
    assert "`evalstore run epistemic --set cards=cards.jsonl` asks them" in remark
