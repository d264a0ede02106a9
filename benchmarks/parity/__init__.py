"""The statements of `evalstore sql`, run on other engines and compared with DuckDB's answers."""
