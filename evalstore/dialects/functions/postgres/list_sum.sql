-- The sum of what is not null in a list, null where all is.
--
-- Parameters: items.

select (select sum(elements.element) from unnest(items) as elements (element)) as list_sum
from arguments
