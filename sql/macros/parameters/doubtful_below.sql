-- Below which confidence a claim is doubtful: the default of doubtful_below.

create or replace macro macros.doubtful_below() as 0.3;
