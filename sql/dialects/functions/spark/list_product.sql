-- The product of a list of numbers.
--
-- Parameters: items.

select aggregate(items, cast(1 as double), (total, one) -> total * one) as list_product
from arguments
