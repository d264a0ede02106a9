-- What facts.judges keeps, computed from the facts of now.
--
-- Its columns are explained there.
--
-- grain: run_id, system_id, validator_id, validator_version, validator_digest, judge_model
-- for: facts.judges

create or replace view facts.computed_judges as

with declared_versions as (
    select
        run_id,
        try_cast(payload -> '$.config.validators' as map (varchar, varchar)) as versions
    from log.current_events
    where kind = 'run_started'
)

select
    verdicts.run_id,
    verdicts.system_id,
    verdicts.validator_id,
    coalesce(
        verdicts.validator_version, declared_versions.versions[verdicts.validator_id]
    ) as validator_version,
    verdicts.validator_digest,
    verdicts.judge_model,
    bool_or(verdicts.is_rating) as is_rating,
    count(distinct verdicts.case_id) as case_count,
    count(*) as verdict_count
from facts.verdicts
inner join facts.responses using (run_id, system_id, case_id, attempt)
left join declared_versions using (run_id)
where
    verdicts.outcome not in ('unscored', 'error')
    -- A redacted response has no status, and its verdicts count.
    and coalesce(responses.status, 'ok') = 'ok'
group by all;
