"""The licensing system reads words, links names, and says no more than its graph does."""

import json

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.question import Question, question_of
from evalstore.plugins.registry import load
from evalstore.plugins.response import Response
from evalstore.suites.epistemic.readers.card_model import CardModel
from evalstore.suites.epistemic.systems.graph_rag import GraphRag

GRAPH_RAG = load("systems", "graph_rag")


@pytest.fixture(scope="module")
def system(rivers):
    """Return a system over the rivers, without a model."""
    return GRAPH_RAG.build("graph_rag", {"kg": rivers}, "seed")


@pytest.fixture(scope="module")
def asked(card):
    """Return a function that asks in words; the claim of the card is one that would mislead."""

    def ask(system, question, *facts):
        misleading = card("U", ("Round", "hasMouth", "Round"), question, *facts)
        return system.ask(question_of(misleading), 1)

    return ask


@pytest.mark.parametrize(
    ("expected", "question"),
    [
        ("YES", "Is Elm River the mouth of Ash?"),
        ("YES", "Is Ulmenfluss the mouth of Ash?"),
        ("YES", "Does Ash have the mouth Elm River?"),
        ("YES", "Is Ash a tributary of Elm River?"),
        ("YES", "Does Elm River have tributary Ash?"),
        ("NO", "Is Round Lake the mouth of Ash?"),
        ("UNKNOWN", "Is Elm River a tributary of Ash?"),
        ("UNKNOWN", "Is Elm River the mouth of Ash Brook?"),
        ("UNKNOWN", "Is Atlantis the mouth of Ash?"),
        ("UNKNOWN", "Is Elm River the source of Ash?"),
        ("UNKNOWN", "Why?"),
    ],
)
def test_answers(system, asked, expected, question):
    """What names and rules license is answered, in either direction; the rest is abstained."""
    assert expected == asked(system, question).answer


def test_the_longest_name_counts(system, asked):
    """A name inside a longer one is not meant."""
    question = "Is Falls Creek (West Branch) a tributary of Elm River?"

    assert "YES" == asked(system, question).answer
    assert "UNKNOWN" == asked(system, question.replace(" (West Branch)", "")).answer


def test_a_name_of_two_things_is_abstained_from_where_they_differ(system, asked):
    """Falls Creek flows into Long Lake and does not, as there are two; neither into Round Lake."""
    answers = [
        asked(system, f"Is {lake} the mouth of Falls Creek?").answer
        for lake in ("Long Lake", "Round Lake")
    ]

    assert ["UNKNOWN", "NO"] == answers


def test_a_value_is_no_subject(tmp_path, asked):
    """A thing whose name is also the value of a property is meant where a subject stands."""
    graph = tmp_path / "named.ttl"
    graph.write_text(
        "@prefix ex: <https://example.org/rivers#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        'ex:ash rdfs:label "Ash" ; ex:signpost "Ash" ; ex:hasMouth ex:elm .\n'
        'ex:elm rdfs:label "Elm River" .\n',
        encoding="utf-8",
    )
    named = GRAPH_RAG.build("graph_rag", {"kg": str(graph)}, "seed")

    assert "YES" == asked(named, "Does Ash have mouth Elm River?").answer


@pytest.mark.parametrize(
    ("expected", "question"),
    [
        ("YES", "Is it true that the Union has the capital Washington D.C.?"),
        ("NO", "Is it true that Canada has the capital Washington D.C.?"),
        ("YES", "Is Washington D.C. the capital of the Union?"),
        ("YES", "Does Canada have the capital What now??"),
        ("UNKNOWN", "Does Canada have the capital What now?"),
        ("YES", "The Union has the capital Washington D.C.."),
    ],
)
def test_a_name_may_end_with_a_mark(tmp_path, asked, expected, question):
    """The mark that ends a name belongs to it; the one that ends the sentence does not."""
    graph = tmp_path / "marks.ttl"
    graph.write_text(
        "@prefix ex: <https://example.org/places#> .\n"
        "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        'ex:capital a owl:FunctionalProperty ; rdfs:label "has the capital" .\n'
        'ex:p1 rdfs:label "Union" ; ex:capital ex:p2 . ex:p2 rdfs:label "Washington D.C." .\n'
        'ex:p3 rdfs:label "Canada" ; ex:capital ex:p4 . ex:p4 rdfs:label "What now?" .\n',
        encoding="utf-8",
    )
    marks = GRAPH_RAG.build("graph_rag", {"kg": str(graph)}, "seed")

    assert expected == asked(marks, question).answer


def test_a_thing_named_like_a_word_of_the_frame_is_not_taken_for_another(tmp_path, asked):
    """Where It and That are things, the form of the question tells "it" from the book It."""
    graph = tmp_path / "pronouns.ttl"
    graph.write_text(
        "@prefix ex: <https://example.org/books#> .\n"
        "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        'ex:by a owl:FunctionalProperty ; rdfs:label "is written by" .\n'
        'ex:b1 rdfs:label "It" ; ex:by ex:p1 . ex:p1 rdfs:label "King" .\n'
        'ex:b2 rdfs:label "That" ; ex:by ex:p2 . ex:p2 rdfs:label "Smith" .\n'
        'ex:b3 rdfs:label "Emma" ; ex:by ex:p3 . ex:p3 rdfs:label "Austen" .\n',
        encoding="utf-8",
    )
    pronouns = GRAPH_RAG.build("graph_rag", {"kg": str(graph)}, "seed")
    answers = [
        asked(pronouns, f"Is it true that {book} is written by {author}?").answer
        for book, author in (("That", "Smith"), ("That", "Austen"), ("Emma", "Austen"))
    ]

    assert ["YES", "NO", "YES"] == answers


def test_facts_of_the_card_license_too(system, asked):
    """What only the card states is affirmed, also by the inverse; what it denies is denied."""
    fact = "Elm River has tributary Ash Brook"
    stated = asked(system, "Is Ash Brook a tributary of Elm River?", fact)
    question = "Is Long Lake the mouth of Ash Brook?"
    denied = asked(system, question, "Long Lake is not the mouth of Ash Brook.")

    assert ["YES", "NO"] == [stated.answer, denied.answer]


def test_what_is_withheld_is_not_known(rivers, asked):
    """With every fact withheld only what the card states is left to license."""
    none = GRAPH_RAG.build("graph_rag", {"kg": rivers, "withheld": 1.0}, "seed")

    assert "UNKNOWN" == asked(none, "Is Elm River the mouth of Ash?").answer
    assert "YES" == asked(none, "Is Elm River the mouth of Ash?", "Ash mouth Elm River").answer


class Spy:
    """Stands for a question, and notes whatever is read of it."""

    def __init__(self, question):
        self._question = question
        self.read = set()

    def __getattr__(self, name):
        self.read.add(name)
        return getattr(self._question, name)


def test_it_sees_words_alone(system, card):
    """Neither label, claim, right answer nor reason is in anything it is handed."""
    case = card("C", ("Ash", "hasMouth", "Round"), "Is Round Lake the mouth of Ash?")
    spy = Spy(question_of(case))
    response = system.ask(spy, 1)
    handed = json.dumps([list(getattr(spy, name)) for name in sorted(spy.read - {"case_id"})])

    assert "NO" == response.answer
    assert {"turns"} == spy.read
    assert not any(secret in handed for secret in ("SECRET-REASON", "example.org", "label"))
    assert not system.needs_truth


def test_it_refuses_a_case(system, card):
    """Handed the truth, it does not answer."""
    with pytest.raises(TypeError):
        system.ask(card("E", ("Ash", "hasMouth", "Elm"), "?"), 1)


class Model:
    """A model that gives one answer, and keeps what it was asked."""

    needs_truth = False

    def __init__(self, response):
        self.configuration = {"model": "m"}
        self.response = response
        self.prompts = []

    def ask(self, question, attempt):
        self.prompts.append(question.turns[-1])
        return self.response

    def close(self):
        pass


@pytest.mark.parametrize(
    ("expected", "proposed", "question"),
    [
        ("YES", "YES", "Is Elm River the mouth of Ash?"),
        ("UNKNOWN", "NO", "Is Elm River the mouth of Ash?"),
        ("UNKNOWN", "YES", "Is Round Lake the mouth of Ash?"),
        ("NO", "NO", "Is Round Lake the mouth of Ash?"),
        ("UNKNOWN", "YES", "Is Elm River the mouth of Ash Brook?"),
    ],
)
def test_a_model_needs_a_licence(system, asked, expected, proposed, question):
    """What a model proposes counts where the graph licenses it; else it is an abstention."""
    model = Model(Response("ok", text="{}", answer=proposed, confidence=0.9))
    with_model = GraphRag(
        "graph_rag", system._licenser, CardModel(model, "graph_rag_reader.txt"), {}
    )

    assert expected == asked(with_model, question).answer
    assert [True] == [question in prompt for prompt in model.prompts]


def test_a_model_that_says_something_else_is_unparsable(system, asked):
    """An answer that is none of the three words is no abstention."""
    model = Model(Response("ok", text="Yes.", answer="Yes."))
    with_model = GraphRag(
        "graph_rag", system._licenser, CardModel(model, "graph_rag_reader.txt"), {}
    )

    assert "unparsable" == asked(with_model, "Is Elm River the mouth of Ash?").status


def test_a_prompt_without_a_question_is_an_error(system):
    """Where there is no card, nothing is answered."""
    response = system.ask(Question("c", ("Hello.",)), 1)

    assert "error" == response.status


@pytest.mark.parametrize("share", [1.5, -0.1, "some"])
def test_a_share_is_checked(rivers, share):
    """What is withheld is a share."""
    with pytest.raises(UsageError, match="withheld"):
        GRAPH_RAG.build("graph_rag", {"kg": rivers, "withheld": share}, "seed")


def test_a_predicate_may_go_by_other_words(rivers, asked):
    """Words that cards are told to use for a predicate are known where they are set."""
    settings = {
        "kg": rivers, "predicate": "https://example.org/rivers#hasMouth",
        "predicate_label": "outlet",
    }  # fmt: skip
    told = GRAPH_RAG.build("graph_rag", settings, "seed")

    assert "YES" == asked(told, "Is Elm River the outlet of Ash?").answer


@pytest.mark.parametrize("labels", [["one", "two"], 3, ["one"]])
def test_words_are_one_for_each_predicate(rivers, labels):
    """Words without a predicate of their own are refused."""
    with pytest.raises(UsageError, match="predicate_label"):
        GRAPH_RAG.build("graph_rag", {"kg": rivers, "predicate_label": labels}, "seed")
