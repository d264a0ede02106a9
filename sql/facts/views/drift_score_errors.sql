-- The standard errors of precision, recall and F1 of drift, over personas.
--
-- The weeks of a persona depend on each other. Each score is a ratio of counts over personas: TP
-- of TP + FP, TP of TP + FN, and 2 TP of 2 TP + FP + FN. Of the mean over values
-- (`average=macro`) a persona's part is that of all its values together. persona_count is how
-- many personas have a week that counts. Null below two. Source: linearised ratio, Cochran 1977,
-- equation 6.13; of a mean of ratios, their mean.
--
-- grain: run_id, system_id, slice_name, slice_value, variant, score
-- for: metrics

create or replace view facts.drift_score_errors as

with parts as not materialized (
    select
        confusions.run_id, confusions.system_id, confusions.value_dim, confusions.persona_id,
        scores.score,
        case
            when scores.score = 'f1' then 2 * confusions.true_positive_count
            else confusions.true_positive_count
        end as part,
        case scores.score
            when 'precision' then confusions.true_positive_count + confusions.false_positive_count
            when 'recall' then confusions.true_positive_count + confusions.false_negative_count
            else
                2 * confusions.true_positive_count
                + confusions.false_positive_count + confusions.false_negative_count
        end as whole
    from facts.persona_confusions as confusions
    cross join (values ('precision'), ('recall'), ('f1')) as scores (score)
),

personas as (
    select run_id, system_id, score, persona_id, sum(part) as part, sum(whole) as whole
    from parts
    group by all
),

residuals as (
    select
        run_id, system_id, score, value_dim, persona_id, whole,
        sum(whole) over value_dims as whole_sum,
        (part * sum(whole) over value_dims - whole * sum(part) over value_dims)::double
        / nullif(sum(whole) over value_dims, 0) / nullif(sum(whole) over value_dims, 0)
            as influence
    from parts
    window value_dims as (partition by run_id, system_id, score, value_dim)
),

persona_influences as (
    select
        run_id, system_id, score, persona_id, sum(whole) as whole,
        macros.steady_sum(influence) as influence
    from residuals
    group by all
),

value_counts as (
    select
        run_id, system_id, score, count(distinct value_dim) as value_count
    from residuals
    where whole_sum > 0
    group by all
)

select
    run_id, system_id, 'value_dim' as slice_name, value_dim as slice_value, '' as variant, score,
    count(*) filter (where whole > 0) as persona_count,
    macros.clustered_share_error(
        sum(part), sum(whole), sum(part * part), sum(part * whole), sum(whole * whole),
        count(*) filter (where whole > 0)
    ) as standard_error
from parts
group by run_id, system_id, value_dim, score
union all
select
    run_id, system_id, 'all' as slice_name, 'all' as slice_value, 'average=micro' as variant,
    score,
    count(*) filter (where whole > 0) as persona_count,
    macros.clustered_share_error(
        sum(part), sum(whole), sum(part * part), sum(part * whole), sum(whole * whole),
        count(*) filter (where whole > 0)
    ) as standard_error
from personas
group by run_id, system_id, score
union all
select
    persona_influences.run_id, persona_influences.system_id,
    'all' as slice_name, 'all' as slice_value, 'average=macro' as variant,
    persona_influences.score,
    count(*) filter (where persona_influences.whole > 0) as persona_count,
    macros.influence_error(
        macros.steady_sum(persona_influences.influence * persona_influences.influence),
        count(*) filter (where persona_influences.whole > 0)
    ) / any_value(value_counts.value_count) as standard_error
from persona_influences
inner join value_counts using (run_id, system_id, score)
group by persona_influences.run_id, persona_influences.system_id, persona_influences.score;
