-- What was sampled, as text: of several completions the first, of an object its JSON.

create or replace temp macro openai_evals_text(sampled) as
case json_type(sampled)
    when 'VARCHAR' then sampled ->> '$'
    when 'ARRAY' then coalesce(sampled ->> '$[0]', '')
    when 'NULL' then null
    else sampled::varchar
end;
