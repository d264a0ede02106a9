"""The control systems, which use no knowledge and serve as a baseline for the others."""

from collections.abc import Sequence

from evalstore.errors import UsageError
from evalstore.running.configuration import SystemConfig

CONTROLS = ("always_null", "echo", "agree", "deny", "template_reply", "majority")


def with_controls(systems: Sequence[SystemConfig]) -> tuple[SystemConfig, ...]:
    """
    Return the systems together with every missing control.

    Raises UsageError if a system of another kind has the name of a control.
    """
    kinds = {item.system_id: item.kind for item in systems}
    for name in CONTROLS:
        if kinds.get(name, name) != name:
            raise UsageError(
                f"system {name!r} has the kind {kinds[name]}, but its name is reserved for a "
                "control; rename the system in evalstore.toml"
            )
    return (*systems, *(SystemConfig(name, name) for name in CONTROLS if name not in kinds))
