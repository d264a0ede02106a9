-- What makes correctness vary: how much of its variance each source adds.
--
-- Of each system as one validator judges it, in each slice:
--
--     items     between items: cases, or clusters of those that share a cluster_id, such as
--               wordings of one question or questions on one text
--     prompts   between the cases of one item
--     attempts  between the attempts at one case, with what its judge varies from one to the next
--
-- Over all cases, of what raters said of the same replies, where validator_id is empty:
--
--     judges      between raters: some are more lenient than others
--     judgements  what is left: that one rater finds right what another does not
--
-- variance is 0 where the estimate is below that, and null, with a reason, where nothing tells it
-- from the others. unit_count is how many items, prompts, attempts, judges or judgements there
-- are. mean_variance is what the source adds to the variance of accuracy, in which cases weigh
-- alike, as long as the others stay as they are: that of attempts is of other attempts at these
-- cases, all three together are of items like these. More attempts divide only that of attempts.
-- It is null for judges and judgements, of which accuracy has one.
--
-- Source: analysis of variance of nested, and for raters of crossed, random effects with unequal
-- numbers: method 1 of Henderson 1953 (Biometrics 9); Searle, Casella and McCulloch 1992, sections
-- 3.6 and 5.3. With equal numbers and nothing below 0 it is what REML gives.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, component

create or replace view facts.variance_components as

with items as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        cluster_id,
        case when cluster_id is null then case_id end as lone_case_id,
        count(*) as prompt_count,
        sum(scored_attempt_count) as attempt_count,
        sum(pow(scored_attempt_count, 2)) as attempt_square_sum,
        sum(1e0 / scored_attempt_count) as inverse_sum,
        sum(scored_attempt_count * mean_correctness) as correctness_sum,
        sum(scored_attempt_count * pow(mean_correctness, 2)) as prompt_square_sum,
        sum(deviation_square_sum) as within_square_sum
    from facts.case_spreads
    group by all
),

-- Sums of squares within prompts, between those of an item, and between items.
squares as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        count(*) as item_count,
        sum(prompt_count) as prompt_count,
        sum(attempt_count) as attempt_count,
        sum(pow(prompt_count, 2)) as prompt_count_square_sum,
        sum(inverse_sum) as inverse_sum,
        sum(attempt_square_sum / attempt_count) as prompt_weight,
        sum(attempt_square_sum) / sum(attempt_count) as prompt_overlap,
        sum(pow(attempt_count, 2)) / sum(attempt_count) as item_overlap,
        sum(within_square_sum) as within_squares,
        sum(prompt_square_sum) - sum(pow(correctness_sum, 2) / attempt_count) as prompt_squares,
        sum(pow(correctness_sum, 2) / attempt_count)
        - pow(sum(correctness_sum), 2) / sum(attempt_count) as item_squares
    from items
    group by all
),

-- With one attempt a prompt, what prompts vary holds what attempts do.
attempts as (
    select
        squares.*,
        within_squares / nullif(attempt_count - prompt_count, 0) as attempt_variance,
        coalesce(within_squares / nullif(attempt_count - prompt_count, 0), 0) as taken_variance
    from squares
),

prompts as (
    select
        attempts.*,
        (prompt_squares - (prompt_count - item_count) * taken_variance)
        / nullif(attempt_count - prompt_weight, 0) as prompt_variance
    from attempts
),

nested as (
    select
        prompts.*,
        (
            item_squares
            - (item_count - 1) * taken_variance
            - (prompt_weight - prompt_overlap)
            * case when prompt_count > item_count then prompt_variance else 0 end
        ) / nullif(attempt_count - item_overlap, 0) as item_variance
    from prompts
),

ratings as (
    select
        ratings.run_id, ratings.system_id, ratings.case_id, ratings.attempt,
        ratings.validator_id,
        macros.correctness(ratings.rating = 'right', verdicts.score) as correctness
    from facts.ratings
    inner join facts.verdicts using (run_id, system_id, case_id, attempt, validator_id)
    where ratings.is_rating and ratings.rating is not null
),

replies as (
    select
        run_id, system_id, case_id, attempt,
        count(*) as rating_count,
        sum(correctness) as correctness_sum
    from ratings
    group by all
),

reply_sums as (
    select
        run_id, system_id,
        count(*) as reply_count,
        sum(pow(rating_count, 2)) as rating_square_sum,
        sum(pow(correctness_sum, 2) / rating_count) as reply_square_sum
    from replies
    group by all
),

judges as (
    select
        run_id, system_id, validator_id,
        count(*) as rating_count,
        sum(correctness) as correctness_sum,
        sum(correctness * correctness) as correctness_square_sum
    from ratings
    group by all
),

judge_sums as (
    select
        run_id, system_id,
        count(*) as judge_count,
        sum(rating_count) as rating_count,
        sum(pow(rating_count, 2)) as rating_square_sum,
        sum(correctness_sum) as correctness_sum,
        sum(correctness_square_sum) as correctness_square_sum,
        sum(pow(correctness_sum, 2) / rating_count) as judge_square_sum
    from judges
    group by all
),

-- What a reply's judges vary, what a judge's replies do, and all together.
crossed as (
    select
        run_id, system_id,
        judge_sums.judge_count,
        judge_sums.rating_count,
        judge_sums.rating_count - reply_sums.rating_square_sum / judge_sums.rating_count
            as reply_spread,
        judge_sums.rating_count - judge_sums.rating_square_sum / judge_sums.rating_count
            as judge_spread,
        (judge_sums.correctness_square_sum - reply_sums.reply_square_sum)
        / nullif(judge_sums.rating_count - reply_sums.reply_count, 0) as within_replies,
        (judge_sums.correctness_square_sum - judge_sums.judge_square_sum)
        / nullif(judge_sums.rating_count - judge_sums.judge_count, 0) as within_judges,
        judge_sums.correctness_square_sum
        - pow(judge_sums.correctness_sum, 2) / judge_sums.rating_count as all_squares
    from judge_sums
    inner join reply_sums using (run_id, system_id)
),

judgements as (
    select
        crossed.*,
        (reply_spread * within_judges + judge_spread * within_replies - all_squares)
        / nullif(reply_spread + judge_spread - rating_count + 1, 0) as judgement_variance
    from crossed
),

components as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        'items' as component,
        item_count as unit_count,
        case when attempt_count > item_count then greatest(0e0, item_variance) end as variance,
        prompt_count_square_sum / pow(prompt_count, 2) as mean_share,
        case
            when item_count = 1 then 'there is a single item'
            when attempt_count = item_count then 'no item has two attempts or prompts'
        end as reason
    from nested
    union all
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        'prompts' as component,
        prompt_count as unit_count,
        case
            when prompt_count > item_count and attempt_variance is not null
                then greatest(0e0, prompt_variance)
        end as variance,
        1e0 / prompt_count as mean_share,
        case
            when prompt_count = item_count then 'no item has two prompts'
            when attempt_variance is null then 'no prompt has two attempts'
        end as reason
    from nested
    union all
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        'attempts' as component,
        attempt_count as unit_count,
        attempt_variance as variance,
        inverse_sum / pow(prompt_count, 2) as mean_share,
        case when attempt_variance is null then 'no prompt has two attempts' end as reason
    from nested
    union all
    select
        run_id, system_id,
        '' as validator_id,
        'all' as slice_name,
        'all' as slice_value,
        'judges' as component,
        judge_count as unit_count,
        case when judge_count > 1 then greatest(0e0, within_replies - judgement_variance) end
            as variance,
        null as mean_share,
        case
            when judge_count = 1 then 'there is a single judge'
            when within_replies is null then 'no reply has two judges'
        end as reason
    from judgements
    union all
    select
        run_id, system_id,
        '' as validator_id,
        'all' as slice_name,
        'all' as slice_value,
        'judgements' as component,
        rating_count as unit_count,
        case when judge_count > 1 then greatest(0e0, judgement_variance) end as variance,
        null as mean_share,
        case
            when judge_count = 1 then 'there is a single judge'
            when within_replies is null then 'no reply has two judges'
        end as reason
    from judgements
)

select
    run_id, system_id, validator_id, slice_name, slice_value, component,
    unit_count::bigint as unit_count,
    variance,
    sqrt(variance) as standard_deviation,
    variance * mean_share as mean_variance,
    reason
from components;
