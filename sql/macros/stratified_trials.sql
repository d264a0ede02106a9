-- How many independent trials a share with this variance is worth.
--
-- With few degrees of freedom it is worth fewer, as the quantile of Student's t is larger than
-- that of the normal distribution. Source: Korn and Graubard 1998 (Survey Methodology 24).

create or replace macro macros.stratified_trials(share, variance, degrees) as
share * (1 - share) / variance
* pow(1.959963984540054e0 / macros.student_quantile_975(greatest(1e0, degrees)), 2);
