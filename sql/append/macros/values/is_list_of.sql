-- True if the JSON text of a field is a list whose items all match a pattern.

create or replace temp macro is_list_of(field, item_pattern) as coalesce(
    regexp_full_match(
        field, '\[(?:(?:' || item_pattern || ')(?:,(?:' || item_pattern || '))*)?\]'
    ),
    false
);
