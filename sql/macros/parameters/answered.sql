-- Where the answered labels stand: the default of the parameter answered.

create or replace macro macros.answered() as 'answer';
