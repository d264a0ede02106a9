-- Each reply that people labelled to certify a judge, and why it does not count, if it does not.
--
-- `judge` is who the labels were drawn for (macros.judge_identity); no other is certified by them.
-- The label is what most of the people said; an abstention of either is not right.
-- reason is null where both are known, the sheet is labelled to its end, and no newer label of the
-- judge is on the same case: a case counts once, and so do cases that share a cluster, so that
-- what is counted is independent.
--
-- grain: run_id, system_id, case_id, attempt, judge, label_set_id

create or replace view facts.certificate_labels as

with votes as (
    select
        run_id, system_id, case_id, attempt, label_set_id,
        certified_judge as judge,
        max(label_set_size) as label_set_size,
        count(*) filter (where outcome = 'right') as right_count,
        count(*) filter (where outcome in ('wrong', 'abstained')) as not_right_count
    from facts.verdicts
    where validator_id like 'human:%' and label_set_id is not null
    group by all
),

set_sizes as (
    select
        label_set_id, judge,
        count(*) as labelled_count
    from votes
    group by all
),

ratings as (
    select
        run_id, system_id, case_id, attempt,
        macros.judge_identity(
            validator_id, validator_version, validator_digest, judge_model, judge_prompt_sha256
        ) as judge,
        case when outcome in ('right', 'wrong', 'abstained') then outcome = 'right' end as rating
    from facts.verdicts
    where run_id in (
        select votes.run_id
        from votes
    )
),

labels as (
    select
        votes.run_id,
        runs.suite,
        runs.started_at,
        votes.system_id,
        votes.case_id,
        coalesce(cases.cluster_id, votes.case_id) as cluster_id,
        votes.attempt,
        votes.judge,
        votes.label_set_id,
        case
            when votes.right_count <> votes.not_right_count
                then votes.right_count > votes.not_right_count
        end as label,
        ratings.rating,
        ratings.judge is null as is_judged_anew,
        set_sizes.labelled_count < votes.label_set_size as is_open
    from votes
    inner join set_sizes
        on votes.label_set_id = set_sizes.label_set_id and votes.judge = set_sizes.judge
    inner join facts.runs on votes.run_id = runs.run_id
    left join facts.cases on votes.run_id = cases.run_id and votes.case_id = cases.case_id
    left join ratings
        on
            votes.run_id = ratings.run_id
            and votes.system_id = ratings.system_id
            and votes.case_id = ratings.case_id
            and votes.attempt = ratings.attempt
            and votes.judge = ratings.judge
),

reasons as (
    select
        labels.*,
        case
            when is_open then 'its sheet is not labelled to the end'
            when is_judged_anew then 'the verdict of the judge no longer stands'
            when label is null then 'people are undecided'
            when rating is null then 'the judge is undecided'
        end as own_reason
    from labels
),

ranked as (
    select
        reasons.*,
        row_number() over (
            partition by suite, judge, cluster_id, own_reason is null
            order by started_at desc, run_id, case_id, system_id, attempt, label_set_id
        ) as place
    from reasons
)

select
    run_id, system_id, case_id, attempt, judge, label_set_id,
    suite,
    started_at,
    label as is_label_right,
    rating as is_rating_right,
    coalesce(
        own_reason, case when place > 1 then 'its case, or cluster, has another label' end
    ) as reason
from ranked;
