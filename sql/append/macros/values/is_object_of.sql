-- True if the JSON text of a field is an object whose values all match a pattern.
--
-- A key with an escape is not surely valid, so the object is not either.

create or replace temp macro is_object_of(field, value_pattern) as coalesce(
    regexp_full_match(
        field,
        '\{(?:"[^"\\]*":(?:' || value_pattern || ')(?:,"[^"\\]*":(?:' || value_pattern || '))*)?\}'
    ),
    false
);
