-- The rate of false alarms: the default of the parameter alpha.

create or replace macro macros.alpha() as 0.05;
