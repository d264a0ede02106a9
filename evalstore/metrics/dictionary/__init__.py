"""The data dictionary: the meaning of each relation, column and macro of a store."""
