"""Words that a newcomer would have to learn here, and the plain ones to use instead."""

# In names of files, classes, functions and constants.
NAMES = {
    "asking": "query, or what is queried",
    "wanted": "filter, or expected",
    "careful": "slow path",
    "contested": "conflicting",
    "dice": "seeded random",
    "locus": "location",
    "parted": "split",
    "placed": "position",
    "sealed": "leaf hashes",
    "soundness": "response validation",
    "stranger": "plugin",
    "strangers": "plugins",
    "suspicion": "prefilter",
    "unseen": "new",
}
# In any text.
PHRASES = {
    "slip of the pen": "typo",
    "slips of the pen": "typos",
    "the rim": "the edge",
    "the whole truth": "all",
    "unless told": "the default is",
}
