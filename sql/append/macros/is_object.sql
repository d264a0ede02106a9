-- Whether a field's JSON text is an object.

create or replace temp macro is_object(field) as coalesce(starts_with(field, '{'), false);
