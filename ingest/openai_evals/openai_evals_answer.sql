-- What was picked, as an answer: a single value, or the first of a list; null where it is neither.

create or replace temp macro openai_evals_answer(picked) as
case
    when json_type(picked) in ('VARCHAR', 'BIGINT', 'UBIGINT', 'DOUBLE', 'BOOLEAN') then picked
    when json_type(json_extract(picked, '$[0]')) = 'VARCHAR' then json_extract(picked, '$[0]')
end;
