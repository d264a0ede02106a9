-- Whether a field's JSON text is a string.

create or replace temp macro is_text(field) as coalesce(starts_with(field, '"'), false);
