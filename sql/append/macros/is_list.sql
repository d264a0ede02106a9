-- Whether a field's JSON text is a list.

create or replace temp macro is_list(field) as coalesce(starts_with(field, '['), false);
