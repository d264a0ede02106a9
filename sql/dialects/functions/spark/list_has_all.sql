-- Whether a list has every element of another.
--
-- Parameters: items, wanted.

select size(array_except(wanted, items)) = 0 as list_has_all
from arguments
