-- The sum of what is not null in a list of whole numbers, null where all is.
--
-- Parameters: items.

select
    case
        when size(filter(items, one -> one is not null)) > 0
            then aggregate(
                filter(items, one -> one is not null),
                cast(0 as bigint),
                (total, one) -> total + one
            )
    end as list_sum
from arguments
