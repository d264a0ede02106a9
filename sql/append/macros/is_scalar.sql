-- Whether an optional field of any type holds neither an object nor a list.

create or replace temp macro is_scalar(field) as coalesce(
    not starts_with(field, '{') and not starts_with(field, '['), true
);
