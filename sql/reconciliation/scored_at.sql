-- When the log that a run_finished event came from was scored; null for any other event.

create or replace temp macro scored_at(kind, payload) as
case
    when kind = 'run_finished'
        then try_cast(json_extract_string(payload, '$.scored_at') as timestamptz)
end;
