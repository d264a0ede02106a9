"""Attributes of OTLP JSON, whose values state their types."""

from typing import Any

from evalstore.harnesses.values import listed, mapping, mappings, name

DEPTH_MAX = 16


def attributes_of(holder: dict[str, Any]) -> dict[str, Any]:
    """
    Return the attributes of a record, a span or a resource by name.

    >>> attributes_of({"attributes": [{"key": "a", "value": {"intValue": "7"}},
    ...                               {"key": "b", "value": {"arrayValue": {"values": []}}}]})
    {'a': 7, 'b': []}
    """
    return {
        key: value_of(entry.get("value"))
        for entry in mappings(holder.get("attributes"))
        if (key := name(entry.get("key"))) is not None
    }


def value_of(value: object, depth: int = 0) -> Any:
    """
    Return the value of an AnyValue; None if it has no known type.

    >>> value_of({"doubleValue": "Infinity"}), value_of({"boolValue": True}), value_of({"odd": 1})
    (inf, True, None)
    """
    fields = mapping(value)
    for kind in ("stringValue", "boolValue"):
        if kind in fields:
            return fields[kind]
    # 64-bit integers, NaN and infinities are written as text.
    for kind, number_of in (("doubleValue", float), ("intValue", int)):
        if kind in fields:
            try:
                return number_of(str(fields[kind]))
            except ValueError:
                return None
    if depth < DEPTH_MAX and "arrayValue" in fields:
        return [
            value_of(item, depth + 1)
            for item in listed(mapping(fields["arrayValue"]).get("values"))
        ]
    if depth < DEPTH_MAX and "kvlistValue" in fields:
        return {
            key: value_of(item.get("value"), depth + 1)
            for item in mappings(mapping(fields["kvlistValue"]).get("values"))
            if (key := name(item.get("key"))) is not None
        }
    return None
