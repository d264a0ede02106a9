"""
Methods that read or analyse a store; analyses may be recorded.

Each corresponds to a command; ``evalstore.api.store.Store`` inherits them. See
docs/architecture.md#api.
"""

from evalstore.api.reads.analyses import Analyses
from evalstore.api.reads.comparisons import Comparisons
from evalstore.api.reads.dictionary import Dictionary
from evalstore.api.reads.evidence import Evidence
from evalstore.api.reads.metric_reads import MetricReads
from evalstore.api.reads.pages import Pages
from evalstore.api.reads.row_reads import RowReads
from evalstore.api.reads.sizing import Sizing


class Reads(RowReads, MetricReads, Comparisons, Pages, Evidence, Analyses, Dictionary, Sizing):
    """The methods of a store that read or analyse; analyses may be recorded."""
