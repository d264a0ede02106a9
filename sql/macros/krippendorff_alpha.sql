-- Krippendorff's alpha of categories, out of sums over the answers with two ratings or more.
--
-- rating_count counts their ratings, square_sum adds up the squares of the categories' counts,
-- and disagreement_sum the pairs of an answer's ratings that differ, over one less than how many
-- ratings it has. Null where all ratings are the same, or there are none.
-- Source: Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section C.

create or replace macro macros.krippendorff_alpha(disagreement_sum, square_sum, rating_count) as
case
    when rating_count * rating_count > square_sum
        then
            1
            - (rating_count - 1)
            * disagreement_sum
            / (rating_count * rating_count - square_sum)
end;
