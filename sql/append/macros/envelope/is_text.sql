-- True if the JSON text of a field surely is a string; false, and not null, if it is missing.

create or replace temp macro is_text(field) as coalesce(starts_with(field, '"'), false);
