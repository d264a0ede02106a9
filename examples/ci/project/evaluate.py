"""Print the event lines of a run of sixty sums, or of the share that SHARD names."""

import hashlib
import json
import os
from datetime import UTC, datetime

from model import answer

RUN, BRANCH, COMMIT = (os.environ[name] for name in ("RUN", "BRANCH", "COMMIT"))
# Shard 2 of 3 answers the sums 1, 4, 7 and so on.
SHARD, SHARDS = (int(os.environ.get(name, "1")) for name in ("SHARD", "SHARDS"))

# Of the rule that judges: change it with the rule, since only runs judged alike are compared.
JUDGE = hashlib.sha256(b"text == expected").hexdigest()


def say(kind, **payload):
    """Print one event of this run."""
    at = datetime.now(UTC).isoformat()
    print(json.dumps({"kind": kind, "run_id": RUN, "occurred_at": at, "payload": payload}))


say("run_started", suite="sums", systems=["model"], git_branch=BRANCH, git_sha=COMMIT)
for number in range(60):
    # Every shard declares all cases, so that those of a shard that is lost are counted as missing.
    case_id, expected = f"sum-{number}", str(2 * number)
    say("case_generated", case_id=case_id, prompt=f"{number} + {number}?", expected=expected)
    if number % SHARDS != SHARD - 1:
        continue
    about = {"case_id": case_id, "system_id": "model"}
    text = answer(number)
    if text is None:
        # Not a wrong answer: counted apart, and left out of the accuracy.
        say("response_recorded", **about, status="error", error="no answer in time")
        continue
    say("response_recorded", **about, status="ok", text=text)
    outcome = "right" if text == expected else "wrong"
    judged = {"outcome": outcome, "reason": f"said {text}, right is {expected}"}
    say("verdict_recorded", **about, validator_id="exact", validator_digest=JUDGE, **judged)
say("run_finished", status="completed")
