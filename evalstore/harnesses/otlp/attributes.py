"""Attributes of OTLP JSON, whose values say their types."""

from typing import Any

from evalstore.harnesses.values import listed, mapping, mappings, name

DEPTH_MAX = 16


def attributes_of(found: dict[str, Any]) -> dict[str, Any]:
    """
    Return the attributes of a record, a span or a resource by their names.

    >>> attributes_of({"attributes": [{"key": "a", "value": {"intValue": "7"}},
    ...                               {"key": "b", "value": {"arrayValue": {"values": []}}}]})
    {'a': 7, 'b': []}
    """
    return {
        key: value_of(one.get("value"))
        for one in mappings(found.get("attributes"))
        if (key := name(one.get("key"))) is not None
    }


def value_of(value: object, depth: int = 0) -> Any:
    """
    Return what an AnyValue holds; None where it holds nothing that is known.

    >>> value_of({"doubleValue": "Infinity"}), value_of({"boolValue": True}), value_of({"odd": 1})
    (inf, True, None)
    """
    fields = mapping(value)
    for kind in ("stringValue", "boolValue"):
        if kind in fields:
            return fields[kind]
    # Whole numbers of 64 bits, NaN and the infinities stand there as text.
    for kind, number_of in (("doubleValue", float), ("intValue", int)):
        if kind in fields:
            try:
                return number_of(str(fields[kind]))
            except ValueError:
                return None
    if depth < DEPTH_MAX and "arrayValue" in fields:
        return [
            value_of(one, depth + 1) for one in listed(mapping(fields["arrayValue"]).get("values"))
        ]
    if depth < DEPTH_MAX and "kvlistValue" in fields:
        return {
            key: value_of(one.get("value"), depth + 1)
            for one in mappings(mapping(fields["kvlistValue"]).get("values"))
            if (key := name(one.get("key"))) is not None
        }
    return None
