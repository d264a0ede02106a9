-- The product of a list of numbers, none of which is null.
--
-- Parameters: items.

select arrayProduct(arrayMap(one -> assumeNotNull(one), items)) as list_product
from arguments
