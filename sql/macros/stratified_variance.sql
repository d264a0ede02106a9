-- The variance of a weighted mean of strata, of which each has some draws of its own.
--
-- An aggregate over strata: how much each weighs, how many draws it has, and the sum of their
-- squared distances from the mean of the stratum. Besides its own draws each stratum counts one of
-- the spread of all: what few draws do not show is not taken for certain, and a stratum with a
-- single draw has a spread. A stratum without a weight is passed over. Null where no stratum has
-- two draws. Source: Cochran 1977, section 5.4, with the pooled variance as one more draw.

create or replace macro macros.stratified_variance(weight, draw_count, deviation_square_sum) as
(
    macros.steady_sum(pow(weight / draw_count, 2) * deviation_square_sum)
    + macros.steady_sum(pow(weight / draw_count, 2)) * macros.pooled_variance(
        weight, draw_count, deviation_square_sum
    )
) / pow(macros.steady_sum(weight), 2);
