-- The candidates that are refused, each with its reason.
--
-- grain: ordinal

create or replace temp table skipped (
    ordinal bigint not null,
    locus varchar,
    reason varchar not null,
    detail varchar not null
);
