-- Whether a list has every element of another.
--
-- Parameters: items, wanted.

select items @> wanted as list_has_all
from arguments
