-- The entries of an object in JSON as a list of objects with key and value.
--
-- Parameters: field.

select
    case
        when json_typeof(field) = 'object'
            then (
                select
                    json_agg(
                        json_build_object('key', entries.key, 'value', json_text(entries.value))
                    )
                from json_each(field) as entries (key, value)
            )
    end as json_entries
from arguments
