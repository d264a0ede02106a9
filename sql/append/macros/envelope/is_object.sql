-- True if the JSON text of a field surely is an object; false, and not null, if it is missing.

create or replace temp macro is_object(field) as coalesce(starts_with(field, '{'), false);
