-- The position of the last event of each run that its facts but the decisions depend on, and
-- whether anything of the run was redacted.
--
-- Variables: segment_files, checked_runs, tree_size. Parameters: kinds_beside.
--
-- grain: run_id

select
    run_id,
    max(position) as last_position,
    bool_or(kind = 'redacted') as has_redactions
from read_parquet(getvariable('segment_files'))
where
    list_contains(getvariable('checked_runs'), run_id)
    and position < getvariable('tree_size')
    and (
        not list_contains($kinds_beside, kind)
        or (
            kind = 'analysis_recorded'
            and json_extract_string(payload, '$.method') = 'drift_triggers'
        )
    )
group by run_id;
