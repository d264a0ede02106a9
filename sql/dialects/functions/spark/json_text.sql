-- JSON as text as DuckDB has it, where Spark writes it as Java does: 5.0E-4, and emoji as codes.
--
-- Numbers stand outside of quotation marks, and codes within.
--
-- Parameters: value, document.

select
    case
        when value is null or not rlike(value, '[0-9]E-?[0-9]|\\\\u[dD][89abAB]') then value
        when not rlike(value, '^[{\\[]') then scalar_text(value, document)
        else
            array_join(
                transform(
                    regexp_extract_all(
                        value,
                        '"(?:[^"\\\\]|\\\\.)*"|-?[0-9][.][0-9]+E-?[0-9]+|[^"0-9-]+|[0-9-]',
                        0
                    ),
                    part -> case
                        when startswith(part, '"') then decoded_text(part)
                        when not rlike(part, '^-?[0-9][.][0-9]+E-?[0-9]+$') then part
                        when abs(double(part)) >= 1e-6 and abs(double(part)) < 1e21
                            then plain_number(part)
                        else
                            lower(regexp_replace(part, '[.]0E', 'E'))
                    end
                ),
                ''
            )
    end as json_text
from arguments
