"""Files that are read together, by a format of cards whose deck goes on in other files."""

import hashlib
from types import SimpleNamespace

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses import detect, joint_run
from evalstore.harnesses.companions import sha256_of
from evalstore.harnesses.context_cards import context_cards
from evalstore.harnesses.records import SourceFile


def companions(path):
    return sorted(path.parent.glob(f"{path.stem}-*.more")) if path.suffix == ".deck" else []


def read(source):
    if source.path.suffix == ".more":
        raise UnreadableInputError(f"{source.name}: a part of a deck; name the deck instead")
    yield from context_cards.read(source)
    for path in source.companions:
        part = SourceFile(path, path.name, source.sha256)
        yield from (record for record in context_cards.read(part) if record.location != "the file")


@pytest.fixture(autouse=True)
def deck_format(monkeypatch):
    """A format of decks, whose mapping is that of context cards."""
    deck = SimpleNamespace(
        MAPPING=context_cards.MAPPING,
        HOLDS_WHOLE_RUN=False,
        recognises=lambda path, _head: path.suffix in (".deck", ".more"),
        read=read,
        companions=companions,
    )
    # Its files are cards as well, so it comes before them.
    recognisers = {"deck": deck, **detect.recognisers()}
    monkeypatch.setattr(detect, "recognisers", lambda: recognisers)
    monkeypatch.setattr(detect, "formats_of_others", lambda: {"deck": deck})
    monkeypatch.setattr(detect, "format_module", detect.record_formats().get)
    # The mapping of cards asks what a run has so far.
    monkeypatch.setattr(joint_run, "FORMATS", (*joint_run.FORMATS, "deck"))


@pytest.fixture(name="deck")
def deck_fixture(written, card):
    """A deck of three files with a card each."""
    written("a-1.more", card("c1"))
    written("a-2.more", card("c2"))
    return written("a.deck", card("c0"))


def test_a_folder_offers_companions_once(take, payloads, deck):
    """The three files of a folder are one source."""
    taken = take(deck.parent, run_id="r1")

    assert [str(deck)] == [file.name for file in taken.files]
    assert ["c0", "c1", "c2"] == [case["case_id"] for case in payloads("case_generated")]


@pytest.mark.sweep
def test_companions_that_are_named_too_are_read_once(take, deck):
    """A shell expands `*` to all files of a folder."""
    taken = take(*sorted(deck.parent.glob("a*")), run_id="r1")

    assert [str(deck)] == [file.name for file in taken.files]


@pytest.mark.sweep
def test_a_changed_companion_is_a_changed_source(take, card, written, deck):
    """The same files again are known; with another card in one of them they are read again."""
    take(deck, run_id="r1")
    again = take(deck, run_id="r1")
    written("a-2.more", card("c2"), card("c3"))
    changed = take(deck, run_id="r1")

    assert again.files[0].is_known
    assert not changed.files[0].is_known
    assert 1 == changed.total("new")


def test_a_companion_alone_says_what_to_name(take, deck):
    """A part of a deck is no deck."""
    with pytest.raises(UnreadableInputError, match="name the deck instead"):
        take(deck.parent / "a-1.more", run_id="r1")


def test_the_digest_is_that_of_what_sha256sum_prints(deck):
    """A line for each file, the one that is offered first; of a file alone, its own digest."""
    paths = (deck, *companions(deck))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths]

    assert hashlib.sha256("".join(lines).encode()).hexdigest() == sha256_of(deck, paths[1:])
    assert hashlib.sha256(deck.read_bytes()).hexdigest() == sha256_of(deck, ())
