"""The texts of a card on the page: its claim as it was asked, and long ones cut."""

from evalstore.suites.epistemic.report import cards
from tests.reviews.report.test_cards_section import RUN, Page, deal


def test_a_denied_claim_is_shown_as_asked(empty_store):
    """The page says that a claim is denied, what decides it, and which rules were printed."""
    empty_store.run(RUN, None)
    texts = {"rule": "A river has at most one mouth.", "decided_by": "The mouth is Long Lake."}
    deal(empty_store, 0, "E", question="Is it false that Ash flows into Elm?", **texts)
    deal(empty_store, 1, "C", question="Is Ash a mouth of Elm?")
    text = Page(cards.section(empty_store, RUN)).text

    assert "claim, entailed It is false that Ash flows into Elm subject" in text
    assert "asked whether it is false why decided by The mouth is Long Lake." in text
    assert "rules on the card A river has at most one mouth. claim, entailed" in text
    assert "claim, contradicted Is Ash a mouth of Elm? subject" in text


def test_long_texts_are_cut_and_say_so(empty_store):
    """A response of a megabyte takes a few hundred characters of the page."""
    empty_store.run(RUN, None)
    deal(empty_store, 0, "U", said=lambda *_: "YES", reason="long " * 200_000)
    shown = cards.section(empty_store, RUN)

    assert "… 1,000,000 characters in all" in shown
    assert len(shown) < 50_000
