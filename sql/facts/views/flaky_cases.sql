-- Cases that a system got right once and wrong another time, with nothing changed in between.
--
--     varies_between  attempts of one run disagree, or runs at one commit do, each of them
--                     taken by the mean of its attempts: 'attempts' or 'runs'
--     run_id          the run; of several, the last of them
--     right_count, wrong_count, abstained_count
--                     how many attempts, or runs, were right, wrong and abstained; an abstention
--                     is not right, so that a case can be flaky without a wrong answer
--     answers         the different parsed answers; what came without one is not among them
--
-- What never came is neither, nor is what accuracy leaves out (errors, no verdict). Runs count
-- together where suite, suite_version and prompt are the same. has_other_judge: the verdicts name
-- several validator digests, so the judge may have varied and not the answer.
--
-- grain: varies_between, run_id, system_id, validator_id, case_id

create or replace view facts.flaky_cases as

with varying_attempts as (
    select
        scored.run_id,
        scored.system_id,
        scored.validator_id,
        scored.case_id,
        bool_or(scored.is_primary_validator) as is_primary_validator,
        count(*) filter (where scored.is_right) as right_count,
        count(*) filter (
            where not scored.is_right and scored.outcome is distinct from 'abstained'
        ) as wrong_count,
        count(*) filter (
            where not scored.is_right and scored.outcome = 'abstained'
        ) as abstained_count,
        list_sort(list_distinct(list(scored.answer))) as answers,
        count(distinct verdicts.validator_digest) > 1 as has_other_judge
    from facts.scored
    left join
        facts.verdicts
        using (run_id, system_id, case_id, attempt, validator_id)
    where scored.is_right is not null and scored.status is distinct from 'missing'
    group by all
    having right_count > 0 and wrong_count + abstained_count > 0
),

committed_outcomes as (
    select
        commits.suite,
        commits.suite_version,
        commits.git_sha,
        commits.run_number,
        case_outcomes.*
    from facts.commits
    inner join facts.case_outcomes using (run_id)
    where
        commits.git_sha is not null
        and case_outcomes.is_right is not null
        and case_outcomes.outcome is distinct from 'missing'
),

varying_runs as (
    select
        suite,
        suite_version,
        git_sha,
        prompt_sha256,
        arg_max(run_id, run_number) as run_id,
        system_id,
        validator_id,
        case_id,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) filter (where is_right) as right_count,
        count(*) filter (
            where not is_right and outcome is distinct from 'abstained'
        ) as wrong_count,
        count(*) filter (where not is_right and outcome = 'abstained') as abstained_count,
        list_sort(list_distinct(list(answer))) as answers,
        count(distinct validator_digest) > 1 as has_other_judge
    from committed_outcomes
    group by all
    having right_count > 0 and wrong_count + abstained_count > 0
)

select
    'attempts' as varies_between,
    varying_attempts.run_id,
    varying_attempts.system_id,
    varying_attempts.validator_id,
    varying_attempts.case_id,
    runs.suite,
    runs.git_sha,
    varying_attempts.is_primary_validator,
    varying_attempts.right_count,
    varying_attempts.wrong_count,
    varying_attempts.abstained_count,
    varying_attempts.answers,
    varying_attempts.has_other_judge
from varying_attempts
inner join facts.runs using (run_id)
union all
select
    'runs' as varies_between,
    run_id,
    system_id,
    validator_id,
    case_id,
    suite,
    git_sha,
    is_primary_validator,
    right_count,
    wrong_count,
    abstained_count,
    answers,
    has_other_judge
from varying_runs;
