"""The bytes and names by which an archive of an Inspect log is recognised."""

LOCAL_SIGNATURE = b"PK\x03\x04"
START = "_journal/start.json"
