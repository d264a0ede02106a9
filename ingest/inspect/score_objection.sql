-- Why a score is no verdict; null where it is one.
--
-- Where Inspect finds no grade in what a model said that was to give one, it takes the answer for
-- wrong and says so first in its explanation; scorers made after its own write the same. What the
-- system under test did not answer in the wanted form is wrong, whatever the scorer says of it.

create or replace temp macro score_objection(sampled, state, is_measured, is_grading) as
case
    when sampled.invalidation is not null
        then concat(
            'invalidated: ',
            coalesce(sampled.invalidation.reason, 'the log gives no reason')
        )
    when state.infinity is not null
        then format('the scorer gave {}, which is infinite', state.infinity)
    when state.value is null then 'the scorer gave no value'
    when state.number is null
        then format('the scorer gave {}, which is no score', state.value)
    when
        starts_with(state.explanation, 'Grade not found in model output')
        and state.number <= 0.5
        and not state.is_value_edited
        then 'the grade could not be read'
    -- What stands for wrong or for no answer where ratings on a scale could not be read.
    when is_measured and not is_grading and state.value in ('"I"', '"N"')
        then format('the scorer gave {}, which is no rating on its scale', state.value)
    when not is_measured and not state.number between 0 and 1
        then format('the scorer gave {}, outside 0 to 1', state.value)
end;
