-- The candidates that were looked at set-wise; the subject is null where that was not enough.
--
-- grain: ordinal

create or replace temp table plain (
    ordinal bigint not null,
    subject varchar
);
