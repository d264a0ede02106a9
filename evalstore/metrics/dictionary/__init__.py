"""The data dictionary: what each relation, column and macro of a store says."""
