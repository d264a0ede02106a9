-- How far from 0 an alignment is of class -1 or 1: the default of class_edge.

create or replace macro macros.class_edge() as 0.5;
