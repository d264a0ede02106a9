-- How many of some questions to judges the log holds an answer to.
--
-- Parameters: request_sha256s.
--
-- grain: one row

with recorded_names as (
    select distinct
        unnest(from_json(
            coalesce(
                payload -> '$.judge.request_sha256s', payload -> '$.results.judge.request_sha256s'
            ),
            '["VARCHAR"]'
        )) as request_sha256
    from log.events
    where
        kind in ('verdict_recorded', 'analysis_recorded')
        and contains(payload, 'request_sha256s')
)

select count(*)::integer as recorded_count
from recorded_names
where list_contains($request_sha256s::varchar[], request_sha256)
