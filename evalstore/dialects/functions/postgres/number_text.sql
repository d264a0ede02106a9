-- The text of a number in JSON as DuckDB has it: 1e-07.
--
-- Parameters: written.

select
    case
        when written !~ '[eE]' then written
        else
            regexp_replace(split_part(lower(written), 'e', 1), '[.]0$', '')
            || case when written ~ '[eE]-' then 'e-' else 'e+' end
            || lpad(
                regexp_replace(written, '^.*[eE][-+]?0*', ''),
                greatest(2, length(regexp_replace(written, '^.*[eE][-+]?0*', ''))),
                '0'
            )
    end as number_text
from arguments
