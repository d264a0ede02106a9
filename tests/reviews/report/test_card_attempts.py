"""A card that was asked repeatedly shows every answer."""

from evalstore.suites.epistemic.report import cards
from tests.reviews.report.test_cards_section import RUN, Page, answer, deal, matrices


def test_every_attempt_at_a_card_is_there(empty_store):
    """Asked three times, a system has three answers, each in its cell and with its own text."""
    empty_store.run(RUN, None)
    deal(empty_store, 0, "C", systems=("graph",), said=lambda *_: "NO", reason="first time")
    key = {"run_id": RUN, "case_id": "card-0"}
    answer(empty_store, key, "graph", "C", "YES", "second time", attempt=2)
    answer(empty_store, key, "graph", "C", None, "third time", attempt=3)
    shown = cards.section(empty_store, RUN)

    assert [[[0, 1, 0], [0, 1, 0], [0, 0, 0], [0, 0, 0]]] == matrices(shown)
    assert "1 lost to errors, not in the table" in shown
    assert 1 == len(Page(shown).cards)
    assert all(f"{said} time" in shown for said in ("NO first", "YES second", "None third"))
