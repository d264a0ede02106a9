"""Lines of JSON as exports write them, and objects with their fields in order."""

import json


def text_of(objects):
    """Return the lines of these objects."""
    return "".join(json.dumps(item) + "\n" for item in objects)


def objects_of(text):
    """Return the objects with their fields in order."""
    return [list(json.loads(line).items()) for line in text.split("\n") if line]


def ordered(objects):
    """Return objects as lists of their fields."""
    return [list(item.items()) for item in objects]
