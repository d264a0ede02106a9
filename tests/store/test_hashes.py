"""The hashes of an event are frozen, and SQL computes what Python does."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evalstore.store import door, hashes, incoming

EPOCH = datetime(1970, 1, 1, tzinfo=UTC).replace(tzinfo=None)
SUPERSEDED = UUID("0190d3a1-7b3c-8def-9abc-0123456789ab")
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
TIMES = st.none() | st.integers(-(10**15), 10**16)


@pytest.fixture(scope="module")
def connection():
    with door.connect() as connection:
        incoming.define_macros(connection)
        yield connection


PAYLOAD_HASHES = {
    ("{}", None): "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
    ("{}", bytes(16)): "f1450306517624a57eafbbf8ed995985b7b2ab0ce12c7ee2d6f7ee0d4e5b1ee6",
}
