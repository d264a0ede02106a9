-- A list in order.
--
-- Parameters: items.

select
    (
        select array_agg(elements.element order by elements.element)
        from unnest(items) as elements (element)
    ) as list_sort
from arguments
