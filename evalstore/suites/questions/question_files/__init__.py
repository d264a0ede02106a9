"""Files of questions: their formats, columns, answers and rows."""
