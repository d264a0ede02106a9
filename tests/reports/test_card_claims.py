"""The claims of cards on the page, as they were asked about."""

from evalstore.reports.sections import cards
from tests.reports.test_cards_section import RUN, Page, deal


def test_a_denied_claim_is_shown_as_asked(empty_store):
    """The page says that a claim is denied, what decides it, and which rules were printed."""
    empty_store.run(RUN, None)
    texts = {"rule": "A river has at most one mouth.", "decided_by": "The mouth is Long Lake."}
    deal(empty_store, 0, "E", question="Is it false that Ash flows into Elm?", **texts)
    deal(empty_store, 1, "C", question="Is Ash a mouth of Elm?")
    text = Page(cards.section(empty_store, RUN)).text

    assert "claim, entailed It is false that Ash flows into Elm subject" in text
    assert "asked whether it is false why decided by The mouth is Long Lake." in text
    assert "rules printed A river has at most one mouth. claim, entailed" in text
    assert "claim, contradicted Is Ash a mouth of Elm? subject" in text
