-- Macros on the JSON text of a field, for the fast path: true where it surely is such a value.
--
-- Each gives false, and not null, for a field that is absent.

-- Without an escape a text has two signs more than characters.
create or replace temp macro is_bounded_text(field, shortest, longest) as coalesce(
    starts_with(field, '"')
    and length(field) between shortest + 2 and longest + 2
    and not contains(field, '\'),
    false
);

-- Written in the usual way.
create or replace temp macro is_uuid(field) as coalesce(
    regexp_full_match(field, '"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"'), false
);

create or replace temp macro is_sha256(field) as coalesce(
    regexp_full_match(field, '"[0-9a-f]{64}"'), false
);

create or replace temp macro is_boolean(field) as coalesce(
    field = 'true' or field = 'false', false
);

-- The widest range is that of the finite doubles.
create or replace temp macro is_number(
    field, low := -1.7976931348623157e308, high := 1.7976931348623157e308
) as coalesce(
    try_cast(field as double) between low and high, false
);

-- Neither an object nor a list; or absent.
create or replace temp macro is_scalar(field) as coalesce(
    not starts_with(field, '{') and not starts_with(field, '['), true
);

create or replace temp macro is_list(field) as coalesce(starts_with(field, '['), false);

create or replace temp macro is_list_of(field, item_pattern) as coalesce(
    regexp_full_match(
        field, '\[(?:(?:' || item_pattern || ')(?:,(?:' || item_pattern || '))*)?\]'
    ),
    false
);

-- An object of scalars.
create or replace temp macro is_flat_object(field) as coalesce(
    starts_with(field, '{') and not contains(field[2:], '{') and not contains(field, '['), false
);

create or replace temp macro is_object_of(field, value_pattern) as coalesce(
    regexp_full_match(
        field,
        '\{(?:"[^"\\]*":(?:' || value_pattern || ')(?:,"[^"\\]*":(?:' || value_pattern || '))*)?\}'
    ),
    false
);

-- One part of a subject: the text of a name, percent-encoded; empty where it is absent.
create or replace temp macro encoded(field) as coalesce(url_encode(field ->> '$'), '');
