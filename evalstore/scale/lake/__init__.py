"""The log and the facts as tables of a data lake, for engines that cannot read DuckDB."""
