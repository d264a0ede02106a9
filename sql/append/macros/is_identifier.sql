-- Whether a field's JSON text is surely a name: a string of 1 to 512 characters, none escaped.

create or replace temp macro is_identifier(field) as coalesce(
    starts_with(field, '"') and length(field) between 3 and 514 and not contains(field, '\'),
    false
);
