-- A field that may be anything, as text as DuckDB has it.
--
-- ClickHouse writes JSON anew, 1.0 as 1. What is found by searching the text is what it was, but
-- may be another field of that name; where it is not the same it is left.
--
-- Parameters: document, key.

select
    multiIf(
        JSONType(document, key) = 'Double',
        number_text(JSONExtractRaw(document, key)),
        JSONType(document, key) not in ('Array', 'Object'),
        JSONExtract(document, key, 'Nullable(String)'),
        JSONExtractRaw(concat('{"found":', simpleJSONExtractRaw(document, key), '}'), 'found')
        = JSONExtractRaw(document, key),
        simpleJSONExtractRaw(document, key),
        JSONExtractRaw(document, key)
    ) as json_text
from arguments
