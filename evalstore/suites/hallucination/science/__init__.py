"""The topics of the generator ``science``, one file each; ``drafts()`` lists their questions."""
