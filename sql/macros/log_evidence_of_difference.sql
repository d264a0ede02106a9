-- The logarithm of the evidence, from pairs that differ, that one side is right more often.
--
-- Of the pairs in which one side alone is right, `losses` are those of one side and `wins` those
-- of the other. The evidence is the probability of their order under a chance of a loss that is
-- drawn from all of [0, 1] alike, over that under one half: 2 ^ n * B(losses + 1, wins + 1) for n
-- pairs. Without a difference it exceeds 1 / alpha with a probability of at most alpha, however
-- often one looks, so a difference is shown where the logarithm is at least -ln(alpha). Null for a
-- negative count. Source: Ville (1939); Robbins (1970), Statistical methods related to the law of
-- the iterated logarithm, Annals of Mathematical Statistics 41.

create or replace macro macros.log_evidence_of_difference(losses, wins) as
case
    when losses >= 0 and wins >= 0
        then
            (losses + wins) * ln(2e0)
            + lgamma(losses + 1e0)
            + lgamma(wins + 1e0)
            - lgamma(losses + wins + 2e0)
end;
