-- The certificate of a judge for a suite, by labels on runs that started at `oldest` or later.

select
    label_count,
    right_label_count,
    wrong_label_count,
    left_out_count,
    open_sheet_count,
    label_set_count,
    bound_level,
    sensitivity,
    sensitivity_low,
    specificity,
    specificity_low,
    attack_count,
    attack_success_count,
    attack_success_high
from macros.judge_certificates_since($oldest)
where suite is not distinct from $suite and judge = $judge
