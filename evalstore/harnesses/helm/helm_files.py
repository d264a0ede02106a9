"""Recognise files of the format ``helm``."""

from pathlib import Path

from evalstore.harnesses.inspect.top_level_names import top_level_names

SPECIFICATION = "run_spec.json"
STATES, STATS, INSTANCE_STATS = "scenario_state.json", "stats.json", "per_instance_stats.json"
COMPANIONS = (STATES, INSTANCE_STATS, STATS, "scenario.json")
OF_SPECIFICATION = {"name", "scenario_spec", "adapter_spec"}
STARTS = {
    STATES: '{"adapter_spec":',
    STATS: '[{"name":{"name":',
    INSTANCE_STATS: '[{"instance_id":',
}


def recognises(path: Path, head: bytes) -> bool:
    """Return whether a file is the specification of a run, or a file that is read with it."""
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    if path.name == SPECIFICATION:
        return set(top_level_names(text)) >= OF_SPECIFICATION
    start = STARTS.get(path.name)
    return start is not None and "".join(text[:200].split()).startswith(start)


def companions(path: Path) -> list[Path]:
    """Return the other existing files of a run folder if ``path`` is its specification."""
    if path.name != SPECIFICATION:
        return []
    return [
        file for file in (path.with_name(file_name) for file_name in COMPANIONS) if file.is_file()
    ]
