-- True if the JSON text of a field is a SHA-256 in hex.

create or replace temp macro is_sha256(field) as coalesce(
    regexp_full_match(field, '"[0-9a-f]{64}"'), false
);
