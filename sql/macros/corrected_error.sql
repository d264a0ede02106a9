-- The standard error of a mean of a judge's verdicts that independent labels of people correct.
--
-- The verdicts on the cases without a label, and on the labelled ones what the label exceeds them
-- by, each verdict times judge_weight. Variances and covariance divide by the count. Source:
-- PPI++, Angelopoulos, Duchi and Zrnic 2023 (arXiv 2311.01453), of a mean.

create or replace macro macros.corrected_error(
    judge_weight, label_variance, labelled_judge_variance, covariance, unlabelled_judge_variance,
    label_count, unlabelled_count
) as
sqrt(
    greatest(
        0e0,
        power(judge_weight, 2)
        * coalesce(unlabelled_judge_variance / nullif(unlabelled_count, 0), 0e0)
        + (
            label_variance
            - 2 * judge_weight * covariance
            + power(judge_weight, 2) * labelled_judge_variance
        ) / label_count
    )
);
