-- True if the JSON text of a field is neither an object nor a list, or if it is missing.

create or replace temp macro is_scalar(field) as coalesce(
    not starts_with(field, '{') and not starts_with(field, '['), true
);
