"""The log and the facts as tables of a lake, for engines that read no DuckDB."""
