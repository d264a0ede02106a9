-- Whether an outcome is a rating; error, undetermined and unscored are ratings that are missing.

create or replace macro macros.is_rating(outcome) as
outcome in ('right', 'wrong', 'abstained');
