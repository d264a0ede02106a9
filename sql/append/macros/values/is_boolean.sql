-- True if the JSON text of a field is true or false; false, and not null, if it is missing.

create or replace temp macro is_boolean(field) as coalesce(
    field = 'true' or field = 'false', false
);
