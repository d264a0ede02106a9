"""Programs that write data and documents of the project, by hand or by ``make docs``."""
