-- How many labels a run may have: the default of label_limit.

create or replace macro macros.label_limit() as 50;
