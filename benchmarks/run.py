"""All benchmarks, or those that are named: ``python -m benchmarks.run [NAME...]``."""

import subprocess
import sys

from benchmarks.harness import ROOT

NAMES = (
    "adaptive_simulation",
    "start_up", "bootstrap", "card_surface", "cards", "clustered_errors", "compare",
    "contradiction", "controls", "coverage_of_means", "critic", "deepeval", "difficulty", "domain",
    "drift_acts", "drift_tuning", "event_lines", "gate_promises", "gate_simulation", "gates",
    "graph_cards", "grid", "helm", "hugging_face", "inspect_json",
    "inspect_logs", "journals", "judge", "judge_agreement", "judge_correction", "judging", "junit",
    "knowledge", "lighteval",
    "lm_eval", "looks", "metric_query", "model_judge",
    "openai_evals", "promptfoo", "question_sets",
    "readers", "recovery", "refusal", "report_page", "reported_figures", "running", "sessions",
    "sizes", "stopping", "writing", "written_replies",
)  # fmt: skip


def main() -> int:
    """Run each in a process of its own; return the worst exit code."""
    chosen = sys.argv[1:] or NAMES
    unknown = [name for name in chosen if name not in NAMES]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; there is {', '.join(NAMES)}", file=sys.stderr)
        return 2
    return max(
        subprocess.run(
            [sys.executable, "-m", f"benchmarks.{name}"], cwd=ROOT, check=False
        ).returncode
        for name in chosen
    )


if __name__ == "__main__":
    sys.exit(main())
