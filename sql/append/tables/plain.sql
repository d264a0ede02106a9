-- The candidates that were looked at set-wise; the subject is null where that was not enough.
--
-- may_hold_unknown_field is false where the payload surely has no field but the known ones.
--
-- grain: ordinal

create or replace temp table plain (
    ordinal bigint not null,
    subject varchar,
    may_hold_unknown_field boolean
);
