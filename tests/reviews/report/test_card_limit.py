"""Cards past the limit: counted by the database, and none of them read."""

import re

from evalstore.suites.epistemic.report import cards
from tests.reviews.report.test_cards_section import LABELS, RUN, deal, matrices


class CountingReader:
    """A reader that notes how many rows each question gave."""

    def __init__(self, reader):
        self.connection, self._reader, self.row_counts = reader.connection, reader, []

    def rows(self, sql, /, **parameters):
        found = self._reader.rows(sql, **parameters)
        self.row_counts.append(len(found))
        return found


def test_only_the_cards_that_are_shown_are_read(empty_store, monkeypatch):
    """The first cards show, the counts and matrices are of all, and no question reads them all."""
    empty_store.run(RUN, None)
    for number in range(60):
        deal(empty_store, number, LABELS[number % 3], systems=("loud",), said=lambda *_: "NO")
    everything = cards.section(empty_store, RUN)
    monkeypatch.setattr(cards, "CARD_LIMIT", 2)
    reader = CountingReader(empty_store)
    page = cards.section(reader, RUN)

    assert {"card-0", "card-1"} == set(re.findall(r"card-\d+(?= · )", page))
    assert "of 2 cards shown. These are the first of 60;" in page
    assert matrices(everything) == matrices(page)
    assert max(reader.row_counts) < 60
