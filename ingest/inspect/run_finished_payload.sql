-- The payload of run_finished, from what a log says of its end.

create or replace temp macro run_finished_payload(fields) as
json_object(
    'status', case fields.finished.status
        when 'success' then 'completed'
        when 'error' then 'failed'
        else fields.finished.status
    end,
    'counts', json_object(
        'samples', fields.finished.results.total_samples,
        'completed_samples', fields.finished.results.completed_samples
    ),
    'error', fields.finished.error,
    'is_invalidated', fields.finished.invalidated,
    -- A log scored again is known by it from the one before.
    'scored_at', fields.finished.scored_at,
    'repairs', fields.repairs
);
