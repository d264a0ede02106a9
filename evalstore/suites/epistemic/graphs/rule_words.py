"""Words of rules: numbers, comparisons, datatypes and kinds of nodes."""

import re

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
COMPARISONS = {
    "min_inclusive": "at least",
    "min_exclusive": "greater than",
    "max_inclusive": "at most",
    "max_exclusive": "less than",
    "less_than": "less than",
    "less_than_or_equals": "at most",
    "equals": "the same as",
}
DATATYPES = {
    **dict.fromkeys(("integer", "int", "long", "short", "byte"), "a whole number"),
    **dict.fromkeys(("nonNegativeInteger", "unsignedInt"), "a whole number from 0 on"),
    **dict.fromkeys(("positiveInteger",), "a whole number from 1 on"),
    **dict.fromkeys(("decimal", "double", "float"), "a number"),
    **dict.fromkeys(("string", "normalizedString", "token"), "a text"),
    "boolean": "true or false",
    "date": "a date",
    "dateTime": "a date and time",
    "gYear": "a year",
    "anyURI": "an address",
}
# The noun before the object, as in "uses the currency".
NAMED_OBJECT = re.compile(r" the (\w+) \{object\}$")
NODE_KINDS = {
    "IRI": "a thing, not a text or number",
    "BlankNodeOrIRI": "a thing, not a text or number",
    "Literal": "a text or number",
}
