-- True if the JSON text of a field is a UUID, written in the usual way.

create or replace temp macro is_uuid(field) as coalesce(
    regexp_full_match(field, '"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"'), false
);
