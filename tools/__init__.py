"""Programs that write data and documents of the project, by hand or by ``make docs``."""

from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "evalstore"
