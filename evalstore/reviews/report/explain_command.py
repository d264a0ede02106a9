"""The command that explains a number of a page."""

import shlex

from evalstore.reviews.report.case_sets import ALL


def explain_command(
    metric: str,
    run_id: str,
    *,
    system_id: str = "",
    validator_id: str = "",
    slice_name: str = ALL,
    slice_value: str = ALL,
    variant: str = "",
) -> str:
    """
    Return the command that explains one number, each of its words quoted for a shell.

    >>> explain_command("ece", "r 1", system_id="maia", slice_name="domain", slice_value="law")
    "evalstore explain ece --run 'r 1' --system maia --slice domain=law"
    """
    part = "" if slice_name == ALL else f"{slice_name}={slice_value}"
    options = {
        "--run": run_id,
        "--system": system_id,
        "--validator": validator_id,
        "--slice": part,
        "--variant": variant,
    }
    words = ["evalstore", "explain", metric]
    for name, value in options.items():
        if value:
            words += [name, value]
    return shlex.join(words)
