-- A score's value as a number, read as Inspect reads it; null where it is none.

create or replace temp macro score_number(value_type, value_text) as
case
    when value_type in ('OBJECT', 'ARRAY') then null
    when value_type = 'VARCHAR' and value_text = 'C' then 1
    when value_type = 'VARCHAR' and value_text = 'P' then 0.5
    when value_type = 'VARCHAR' and value_text in ('I', 'N') then 0
    when lower(value_text) in ('yes', 'true') then 1
    when lower(value_text) in ('no', 'false') then 0
    else try_cast(value_text as double)
end::double;
