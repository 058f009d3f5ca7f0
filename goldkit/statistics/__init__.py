"""What can be told from noise: paired tests, intervals and the smallest visible difference, all on blocks of queries."""
