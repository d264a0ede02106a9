-- What a claim costs in nats: minus the logarithm of the confidence given to what came true.
--
-- A graded correctness costs its share of both sides. The confidence is kept 2.220446049250313e-16
-- away from 0 and 1, the spacing of doubles at 1, so that a certain error costs 36.04 nats and
-- not infinitely many; scikit-learn does the same.

create or replace macro macros.cross_entropy(confidence, correctness) as
-(
    correctness
    * ln(least(greatest(confidence, 2.220446049250313e-16), 1 - 2.220446049250313e-16))
    + (1 - correctness)
    * ln(1 - least(greatest(confidence, 2.220446049250313e-16), 1 - 2.220446049250313e-16))
);
