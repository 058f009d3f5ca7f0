"""Runs against a set: one ranking, one denominator and one list of queries for every measure and run of a table."""
