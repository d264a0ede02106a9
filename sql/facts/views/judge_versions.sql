-- The version and digest by which a validator judged a system in a run, where there is just one.
--
-- Where verdicts of several versions, digests or models count together, version and digest are
-- null and judge_note names them; it is null otherwise. A run that is judged anew by a newer
-- version has one again, since only the newest verdicts count. Verdicts that count nothing are
-- left out, as in facts.judges.
--
-- grain: run_id, system_id, validator_id
-- for: metrics

create or replace view facts.judge_versions as

with judges as (
    select
        run_id, system_id, validator_id, validator_version, validator_digest, judge_model,
        count(distinct case_id) as case_count
    from facts.verdicts
    where outcome not in ('unscored', 'error')
    group by all
)

select
    run_id, system_id, validator_id,
    case when count(*) = 1 then any_value(validator_version) end as validator_version,
    case when count(*) = 1 then any_value(validator_digest) end as validator_digest,
    case
        when count(*) > 1
            then
                'several: '
                || string_agg(
                    concat_ws(
                        ' ',
                        coalesce(validator_version, 'no version'),
                        judge_model,
                        'digest ' || coalesce(validator_digest[:12], 'unknown'),
                        'for ' || case_count || ' cases'
                    ),
                    ', '
                    order by validator_version, judge_model, validator_digest
                )
    end as judge_note
from judges
group by all;
