-- The product of a list of numbers, none of which is below zero.
--
-- Parameters: items.

select
    (
        select
            case
                when bool_or(elements.element <= 0) then 0
                else exp(sum(ln(elements.element)))
            end
        from unnest(items) as elements (element)
    ) as list_product
from arguments
