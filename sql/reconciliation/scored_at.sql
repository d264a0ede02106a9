-- When what a mapped source holds was scored, as an event of it says; null for any other event.
--
-- Of a log its run_finished says it, of a scan each of its verdicts.

create or replace temp macro scored_at(kind, source, payload) as
case
    when kind = 'run_finished'
        then try_cast(json_extract_string(payload, '$.scored_at') as timestamptz)
    when kind = 'verdict_recorded' and starts_with(source, 'inspect_scout:')
        then try_cast(json_extract_string(payload, '$.scanned_at') as timestamptz)
end;
