-- The intervals that were computed by resampling, each as it was recorded last.
--
-- What a view in closed form cannot give: `evalstore bootstrap` appends it, this reads it back.
-- The ends are null where there is no interval, and reason says why. is_current is false once
-- the answers of the run have changed since; the same command again gives a newer one.
-- is_foreign where others appended it.
--
-- Empty until `evalstore bootstrap` is run. Without it, macros.accuracy_clustered gives accuracy
-- an interval in closed form by any cluster; `evalstore show accuracy --cluster KEY` prints it.
--
-- grain: run_id, analysis_id, is_foreign

create or replace view facts.intervals as

with analyses as (
    select
        run_id,
        event_id,
        recorded_at,
        source,
        from_json(payload, '{
            "analysis_id": "VARCHAR", "method": "VARCHAR", "tree_size": "BIGINT",
            "parameters": {
                "metric": "VARCHAR", "system_id": "VARCHAR", "validator_id": "VARCHAR",
                "slice_name": "VARCHAR", "slice_value": "VARCHAR", "variant": "VARCHAR",
                "cluster": "VARCHAR", "level": "DOUBLE", "resample_count": "BIGINT",
                "seed": "BIGINT"
            },
            "results": {
                "value": "DOUBLE", "ci_low": "DOUBLE", "ci_high": "DOUBLE", "bias": "DOUBLE",
                "standard_error": "DOUBLE", "scored_count": "BIGINT",
                "cluster_count": "BIGINT", "undefined_count": "BIGINT", "reason": "VARCHAR"
            }
        }') as fields
    from log.current_events
    where
        kind = 'analysis_recorded'
        and json_extract_string(payload, '$.method')
        in ('percentile bootstrap', 'basic bootstrap')
)

select
    analyses.run_id,
    analyses.fields.analysis_id,
    analyses.fields.parameters.metric,
    analyses.fields.parameters.system_id,
    analyses.fields.parameters.validator_id,
    analyses.fields.parameters.slice_name,
    analyses.fields.parameters.slice_value,
    analyses.fields.parameters.variant,
    analyses.fields.method,
    analyses.fields.parameters.cluster,
    analyses.fields.parameters.level,
    analyses.fields.parameters.resample_count,
    analyses.fields.parameters.seed,
    analyses.fields.results.value,
    analyses.fields.results.ci_low,
    analyses.fields.results.ci_high,
    analyses.fields.results.bias,
    analyses.fields.results.standard_error,
    analyses.fields.results.scored_count,
    analyses.fields.results.cluster_count,
    analyses.fields.results.undefined_count,
    analyses.fields.results.reason,
    analyses.fields.tree_size,
    coalesce(analyses.fields.tree_size = answer_sizes.tree_size, false) as is_current,
    analyses.recorded_at,
    analyses.event_id,
    not starts_with(analyses.source, 'evalstore:') as is_foreign
from analyses
left join facts.answer_sizes using (run_id);
