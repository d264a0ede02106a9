-- A value as a number; null where it is none.

create or replace temp macro openai_evals_number(value) as
case
    when json_type(value) in ('BIGINT', 'UBIGINT', 'DOUBLE', 'HUGEINT') then value::double
end;
