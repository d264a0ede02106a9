-- True if the JSON text of a field surely is a list; false, and not null, if it is missing.

create or replace temp macro is_list(field) as coalesce(starts_with(field, '['), false);
