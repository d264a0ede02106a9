-- How much a judge counts beside people's labels, 0 to 1, so that the corrected mean varies least.
--
-- covariance is of labels and verdicts on the labelled cases, judge_variance of all verdicts. Zero
-- where all cases are labelled, and where the verdicts do not vary. Source: PPI++, Angelopoulos,
-- Duchi and Zrnic 2023 (arXiv 2311.01453), of a mean.

create or replace macro macros.judge_weight(
    covariance, judge_variance, label_count, unlabelled_count
) as
case
    when unlabelled_count = 0 or judge_variance = 0 then 0e0
    else least(
        1e0,
        greatest(0e0, covariance / ((1 + label_count / unlabelled_count) * judge_variance))
    )
end;
