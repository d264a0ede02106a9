-- The candidates that are refused, each with its reason, one row for each ordinal; empty at first.

create or replace temp table skipped (
    ordinal bigint not null,
    location varchar,
    reason varchar not null,
    detail varchar not null
);
