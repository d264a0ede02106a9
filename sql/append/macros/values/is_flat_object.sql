-- True if the JSON text of a field surely is an object of scalars.

create or replace temp macro is_flat_object(field) as coalesce(
    starts_with(field, '{') and not contains(field[2:], '{') and not contains(field, '['), false
);
