-- From which confidence on, exclusively, a claim is sure: the default of sure_above.

create or replace macro macros.sure_above() as 0.7;
