-- The object of a list of objects with key and value, in the order of the keys.
--
-- Parameters: entries.

select
    (
        select
            json_object_agg(
                elements.element ->> 'key', elements.element -> 'value'
                order by elements.element ->> 'key'
            )
        from json_array_elements(entries) as elements (element)
    ) as map_from_entries
from arguments
