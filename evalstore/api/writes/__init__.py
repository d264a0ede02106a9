"""
Methods that write to a store or act on it; each corresponds to a command.

See docs/architecture.md#api.
"""

from evalstore.api.writes.gating import Gating
from evalstore.api.writes.ingesting import Ingesting
from evalstore.api.writes.judging import Judging
from evalstore.api.writes.replicas import Replicas
from evalstore.api.writes.suite_runs import SuiteRuns
from evalstore.api.writes.upkeep import Upkeep


class Writes(Gating, Ingesting, Judging, Replicas, SuiteRuns, Upkeep):
    """The methods of a store that write or act."""
