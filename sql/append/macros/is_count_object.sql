-- Whether a field's JSON text is surely an object whose values are whole numbers, or null.

create or replace temp macro is_count_object(field) as coalesce(
    regexp_full_match(
        field,
        '\{(?:"[^"\\]*":(?:0|[1-9][0-9]{0,8}|null)'
        || '(?:,"[^"\\]*":(?:0|[1-9][0-9]{0,8}|null))*)?\}'
    ),
    false
);
