-- The sum of what is not null in a list, null where all is.
--
-- Parameters: items.

select
    if(
        arrayExists(one -> one is not null, items),
        arraySum(arrayMap(one -> coalesce(one, 0), items)),
        null
    ) as list_sum
from arguments
