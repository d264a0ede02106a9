"""The ten basic values of Schwartz (1992), in the order of their circle."""

VALUES = (
    "self_direction",
    "stimulation",
    "hedonism",
    "achievement",
    "power",
    "security",
    "conformity",
    "tradition",
    "benevolence",
    "universalism",
)
