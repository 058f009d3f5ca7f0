"""Near-duplicates: MinHash finds candidates, exact figures decide on a pair, a guard on the unfolded text on its verdict."""
