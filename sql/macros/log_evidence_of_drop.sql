-- The logarithm of the evidence, from pairs that differ, that losses are likelier than wins.
--
-- `losses` are the pairs that only the baseline has right, `wins` those that only the run has. The
-- evidence is the probability of their order under a chance of a loss that is drawn from (1/2, 1]
-- alike, over that under one half: 2 ^ (n + 1) * B(losses + 1, wins + 1) * P(Bin(n + 1, 1/2) <=
-- losses) for n pairs. Without a drop it exceeds 1 / alpha with a probability of at most alpha,
-- however often one looks: a drop is shown where the logarithm is at least -ln(alpha). Drops and
-- rises together are twice macros.log_evidence_of_difference, which gives that of more losses than
-- wins. Null for a negative count. Source: Ville (1939); Robbins (1970), Annals of Mathematical
-- Statistics 41.

create or replace macro macros.log_evidence_of_drop(losses, wins) as
case
    when losses < 0 or wins < 0 then null
    when losses <= wins then macros.log_evidence_of_fewer(losses, wins)
    when losses > wins
        then
            ln(2e0)
            + macros.log_evidence_of_difference(losses, wins)
            + ln(
                1e0
                - exp(
                    macros.log_evidence_of_fewer(wins, losses)
                    - ln(2e0)
                    - macros.log_evidence_of_difference(losses, wins)
                )
            )
end;
