"""What a ranking is worth: one measure a file, one line each in `catalogue.MEASURES`."""
