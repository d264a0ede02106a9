-- How often an effect is shown: the default of the parameter power.

create or replace macro macros.power() as 0.8;
