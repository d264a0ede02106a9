-- What the fast path made of the candidates, one row for each ordinal; empty at first.
--
-- The subject is null if SQL alone could not accept a candidate; may_hold_unknown_field is false
-- if the payload surely has only known fields.

create or replace temp table fast_path (
    ordinal bigint not null,
    subject varchar,
    may_hold_unknown_field boolean
);
