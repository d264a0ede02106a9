"""The events that a record lists, for tests of what a reader yields."""

import json


def listed(records):
    """Return the events of each record, as pairs of kind and payload."""
    return [
        [(event["kind"], event["payload"]) for event in json.loads(record.text)["events"]]
        for record in records
    ]


def payloads(records, kind):
    """Return the payloads of one kind of event in what ``listed`` returned."""
    return [payload for events in records for name, payload in events if name == kind]
