"""Reading: connections of readers, their results, and the queries that commands share."""
