-- Whether a number is neither infinite nor no number.
--
-- Parameters: number.

select
    number::double precision
    not in ('NaN'::double precision, 'Infinity'::double precision, '-Infinity'::double precision)
        as isfinite
from arguments
