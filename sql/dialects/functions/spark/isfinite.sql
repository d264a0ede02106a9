-- Whether a number is neither infinite nor no number.
--
-- Parameters: number.

select not isnan(number) and abs(number) < double('Infinity') as isfinite
from arguments
