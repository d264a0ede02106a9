-- Why a score is no verdict; null where it is one.

create or replace temp macro score_objection(sampled, state, is_measured) as
case
    when sampled.invalidation is not null
        then concat(
            'invalidated: ',
            coalesce(sampled.invalidation.reason, 'the log gives no reason')
        )
    when state.value is null then 'the scorer gave no value'
    when state.number is null
        then format('the scorer gave {}, which is no score', state.value)
    when not is_measured and not state.number between 0 and 1
        then format('the scorer gave {}, outside 0 to 1', state.value)
end;
