-- Whether a field's JSON text is surely an object whose values are numbers from 0 to 1, or null.

create or replace temp macro is_share_object(field) as coalesce(
    regexp_full_match(
        field,
        '\{(?:"[^"\\]*":(?:[01]|[01]\.0|0\.[0-9]+|null)'
        || '(?:,"[^"\\]*":(?:[01]|[01]\.0|0\.[0-9]+|null))*)?\}'
    ),
    false
);
