-- Whether a field's JSON text is true or false.

create or replace temp macro is_flag(field) as coalesce(field = 'true' or field = 'false', false);
