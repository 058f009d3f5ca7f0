"""Running a pipeline over the questions of a set, and keeping what it finds."""
