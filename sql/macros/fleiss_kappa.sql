-- Fleiss' kappa out of sums over the answers that each of rater_count raters put into a category.
--
-- agreement_sum adds up the squares of an answer's counts over all answers, and square_sum those
-- of the categories' own counts. Null for less than two raters, no answer, or one category only.
-- Source: Fleiss (1971), Psychological Bulletin 76.

create or replace macro macros.fleiss_kappa(
    agreement_sum, square_sum, answer_count, rater_count
) as
case
    when rater_count > 1 and answer_count > 0
        then macros.chance_corrected(
            (agreement_sum - answer_count * rater_count)::double
            / (answer_count * rater_count * (rater_count - 1)),
            square_sum::double / (answer_count * rater_count) / (answer_count * rater_count)
        )
end;
