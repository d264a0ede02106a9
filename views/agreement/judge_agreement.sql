-- Judge agreement: how far a validator agrees with people beyond chance, as Cohen's kappa.
--
-- Of the replies that people labelled, verdicts of validators named `human:NAME`: against most of
-- them (people) and against each of them by name; people are compared with each other, too.
-- Ratings are right, wrong and abstained. What either left undecided is left out and counted, and
-- where the validator failed; missing_count is of labels on replies that it never judged.
--
-- percent_agreement is how often both say the same, and constant_agreement how often a judge would
-- that always says what most labels do. right_precision is how often people say right
-- where the validator does, right_recall how often the validator does where people do;
-- wrong_precision and wrong_recall are the same of all that is not right. coverage is the share of
-- labelled replies that the validator rated. All but the first have Wilson's interval.
--
-- A label counts with 1 over its sampling_probability where these differ and all are known, else
-- alike. The intervals are then of as many labels as the weights are worth (Kish), and of cases
-- where a case has several labelled attempts; that of kappa is Student's t over the cases.
--
-- grain: run_id, system_id, validator_id, variant
-- unit: share of the agreement that chance does not give
-- range: -1 to 1
-- better: higher
-- default: with=people
-- draws: judge_agreement
-- section: charts, 4
-- source: Cohen 1960; standard error of Fleiss, Cohen and Everitt 1969, by influences (Deville
--     1999) where labels have weights or cases several attempts; Wilson 1927; Kish 1965
-- parameters: with=people or with=human:NAME
-- empty: no_response, no_label, no_shared_rating
-- counts: facts.checked_ratings

create or replace view metrics.judge_agreement as

with weighted_ratings as not materialized (
    select
        checked_ratings.*,
        case
            when count(sampling_probability) over whole = count(*) over whole
                then 1e0 / sampling_probability
            else 1e0
        end as weight
    from facts.checked_ratings
    window whole as (partition by run_id, system_id, validator_id, variant)
),

shares as not materialized (
    select
        run_id, system_id, case_id, validator_id, variant, rating, label,
        weight,
        weight / sum(weight) over whole as part,
        sum(weight) filter (where rating = label) over whole / sum(weight) over whole as observed
    from weighted_ratings
    where reason is null
    window whole as (partition by run_id, system_id, validator_id, variant)
),

marginals as not materialized (
    select
        run_id, system_id, validator_id, variant,
        coalesce(max(observed), 0e0) as observed_share,
        sum(weight) filter (where rating = 'right') / sum(weight) as rated_right,
        sum(weight) filter (where rating = 'wrong') / sum(weight) as rated_wrong,
        sum(weight) filter (where rating = 'abstained') / sum(weight) as rated_abstained,
        sum(weight) filter (where label = 'right') / sum(weight) as labelled_right,
        sum(weight) filter (where label = 'wrong') / sum(weight) as labelled_wrong,
        sum(weight) filter (where label = 'abstained') / sum(weight) as labelled_abstained,
        count(distinct weight) > 1 or count(distinct case_id) < count(*) as is_uneven
    from shares
    group by run_id, system_id, validator_id, variant
),

chances as not materialized (
    select
        marginals.*,
        coalesce(rated_right * labelled_right, 0e0)
        + coalesce(rated_wrong * labelled_wrong, 0e0)
        + coalesce(rated_abstained * labelled_abstained, 0e0) as expected_share
    from marginals
),

-- What an attempt adds to kappa, to first order; of the shares of its categories, that of the
-- other rater counts.
influences as (
    select
        shares.run_id,
        shares.system_id,
        shares.validator_id,
        shares.variant,
        shares.case_id,
        sum(
            shares.part * (
                (
                    case when shares.rating = shares.label then 1e0 else 0e0 end
                    - chances.observed_share
                ) * (1 - chances.expected_share)
                - (1 - chances.observed_share) * (
                    coalesce(
                        case shares.rating
                            when 'right' then chances.labelled_right
                            when 'wrong' then chances.labelled_wrong
                            else chances.labelled_abstained
                        end,
                        0e0
                    )
                    + coalesce(
                        case shares.label
                            when 'right' then chances.rated_right
                            when 'wrong' then chances.rated_wrong
                            else chances.rated_abstained
                        end,
                        0e0
                    )
                    - 2 * chances.expected_share
                )
            )
        ) as influence
    from shares
    inner join chances using (run_id, system_id, validator_id, variant)
    group by all
),

spreads as (
    select
        run_id, system_id, validator_id, variant,
        sum(influence * influence) as influence_square_sum,
        count(*) as case_count
    from influences
    group by run_id, system_id, validator_id, variant
),

sums as (
    select
        run_id, system_id, validator_id, variant,
        count(*) filter (where reason is null) as scored_count,
        count(*) filter (where label is not null and is_missing) as missing_count,
        count(*) filter (where label is not null and is_error) as error_count,
        count(*) filter (where label is not null) as label_count,
        count(*) filter (
            where reason is not null and not coalesce(is_error or is_missing, false)
            or label is null
        ) as unscored_count,
        sum(weight) filter (where label is not null) as label_weight,
        sum(weight) filter (where reason is null) as weight,
        sum(weight) filter (where reason is null and rating = label) as agreed_weight,
        sum(weight) filter (where reason is null and rating = 'right') as rated_right_weight,
        sum(weight) filter (where reason is null and label = 'right') as labelled_right_weight,
        sum(weight) filter (where reason is null and rating <> 'right') as rated_wrong_weight,
        sum(weight) filter (where reason is null and label <> 'right') as labelled_wrong_weight,
        coalesce(
            sum(weight) filter (
                where reason is null and rating = 'right' and label = 'right'
            ),
            0e0
        ) as both_right_weight,
        coalesce(
            sum(weight) filter (
                where reason is null and rating <> 'right' and label <> 'right'
            ),
            0e0
        ) as both_wrong_weight,
        -- A label counts for so many of the same weight, and a case for one.
        least(
            count(distinct case_id) filter (where label is not null),
            power(sum(weight) filter (where label is not null), 2)
            / sum(weight * weight) filter (where label is not null)
        ) / sum(weight) filter (where label is not null) as worth
    from weighted_ratings
    group by run_id, system_id, validator_id, variant
),

kappas as (
    select
        sums.*,
        macros.chance_corrected(observed_share, expected_share) as kappa,
        case
            when expected_share is not null
                then
                    greatest(
                        coalesce(labelled_right, 0e0),
                        coalesce(labelled_wrong, 0e0),
                        coalesce(labelled_abstained, 0e0)
                    )
        end as constant_agreement,
        case
            when expected_share < 1 and is_uneven
                then
                    macros.influence_error(influence_square_sum, case_count)
                    / power(1 - expected_share, 2) * macros.student_quantile_975(case_count - 1)
            when expected_share < 1
                then
                    sqrt(influence_square_sum)
                    / power(1 - expected_share, 2) * 1.959963984540054e0
        end as half_width
    from sums
    left join chances using (run_id, system_id, validator_id, variant)
    left join spreads using (run_id, system_id, validator_id, variant)
)

select
    run_id, system_id, validator_id, variant,
    true as is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    label_count,
    agreed_weight / weight as percent_agreement,
    constant_agreement,
    both_right_weight / rated_right_weight as right_precision,
    macros.wilson_low(both_right_weight * worth, rated_right_weight * worth)
        as right_precision_low,
    macros.wilson_high(both_right_weight * worth, rated_right_weight * worth)
        as right_precision_high,
    both_right_weight / labelled_right_weight as right_recall,
    macros.wilson_low(both_right_weight * worth, labelled_right_weight * worth)
        as right_recall_low,
    macros.wilson_high(both_right_weight * worth, labelled_right_weight * worth)
        as right_recall_high,
    both_wrong_weight / rated_wrong_weight as wrong_precision,
    macros.wilson_low(both_wrong_weight * worth, rated_wrong_weight * worth)
        as wrong_precision_low,
    macros.wilson_high(both_wrong_weight * worth, rated_wrong_weight * worth)
        as wrong_precision_high,
    both_wrong_weight / labelled_wrong_weight as wrong_recall,
    macros.wilson_low(both_wrong_weight * worth, labelled_wrong_weight * worth)
        as wrong_recall_low,
    macros.wilson_high(both_wrong_weight * worth, labelled_wrong_weight * worth)
        as wrong_recall_high,
    coalesce(weight, 0e0) / label_weight as coverage,
    macros.wilson_low(coalesce(weight, 0e0) * worth, label_weight * worth) as coverage_low,
    macros.wilson_high(coalesce(weight, 0e0) * worth, label_weight * worth) as coverage_high,
    kappa as judge_agreement,
    case when half_width is not null then greatest(-1e0, kappa - half_width) end as ci_low,
    case when half_width is not null then least(1e0, kappa + half_width) end as ci_high
from kappas;
