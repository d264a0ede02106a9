-- The variance of draws within their strata, over all of them.
--
-- An aggregate over strata, of which each tells its number of draws and the sum of their squared
-- distances from its mean. A stratum without a weight is passed over. Null where no stratum has
-- two draws. Source: the mean square within groups of an analysis of variance.

create or replace macro macros.pooled_variance(weight, draw_count, deviation_square_sum) as
macros.steady_sum(case when weight is not null then deviation_square_sum end)
/ nullif(sum(draw_count - 1) filter (where weight is not null), 0);
