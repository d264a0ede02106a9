-- The different elements of a list that are not null.
--
-- Parameters: items.

select
    array(
        select distinct elements.element
        from unnest(items) as elements (element)
        where elements.element is not null
    ) as list_distinct
from arguments
