-- Each attempt that people labelled, once for each validator it is compared with, and each label.
--
-- `with` in variant is a person by name, or `people`: what most of them said, undecided where as
-- many said something else. Validators are those that rate answers in the run (is_rating), people
-- among them, who are compared with each other by name. reason is null where both rated, else it
-- says why the attempt does not count; sampling_probability is the largest that people recorded.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, variant
-- for: metrics

create or replace view facts.checked_ratings as

with raters as (
    select distinct
        run_id,
        system_id,
        validator_id
    from facts.ratings
    where is_rating
),

labels as not materialized (
    select
        ratings.run_id,
        ratings.system_id,
        ratings.case_id,
        ratings.attempt,
        ratings.validator_id as person,
        'with=' || ratings.validator_id as variant,
        ratings.rating,
        verdicts.sampling_probability
    from facts.ratings
    inner join facts.verdicts using (run_id, system_id, case_id, attempt, validator_id)
    where ratings.validator_id like 'human:%' and ratings.is_rating
),

votes as not materialized (
    select
        run_id, system_id, case_id, attempt,
        count(*) filter (where rating = 'right') as right_count,
        count(*) filter (where rating = 'wrong') as wrong_count,
        count(*) filter (where rating = 'abstained') as abstained_count,
        max(sampling_probability) as sampling_probability
    from labels
    group by run_id, system_id, case_id, attempt
),

said as (
    select
        run_id, system_id, case_id, attempt, person, variant, rating, sampling_probability
    from labels
    union all
    select
        run_id, system_id, case_id, attempt,
        '' as person,
        'with=people' as variant,
        case
            when right_count > greatest(wrong_count, abstained_count) then 'right'
            when wrong_count > greatest(right_count, abstained_count) then 'wrong'
            when abstained_count > greatest(right_count, wrong_count) then 'abstained'
        end as rating,
        sampling_probability
    from votes
)

select
    said.run_id,
    said.system_id,
    said.case_id,
    said.attempt,
    raters.validator_id,
    said.variant,
    ratings.rating,
    said.rating as label,
    said.sampling_probability,
    ratings.validator_id is null as is_missing,
    coalesce(ratings.is_error, false) as is_error,
    case
        when said.rating is null then 'people are undecided'
        when ratings.validator_id is null then 'the validator gave no verdict'
        when ratings.is_error then 'error: a validator failed'
        when ratings.rating is null then 'the validator is undecided'
    end as reason
from said
inner join raters
    on
        said.run_id = raters.run_id
        and said.system_id = raters.system_id
        and said.person <> raters.validator_id
        and (said.person <> '' or raters.validator_id not like 'human:%')
left join facts.ratings
    on
        said.run_id = ratings.run_id
        and said.system_id = ratings.system_id
        and said.case_id = ratings.case_id
        and said.attempt = ratings.attempt
        and raters.validator_id = ratings.validator_id
        and ratings.is_rating
-- Two people who labelled different samples do not miss each other's.
where ratings.validator_id is not null or raters.validator_id not like 'human:%';
