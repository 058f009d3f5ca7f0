"""From a SET and a RUN on the command line to records that can be scored."""
