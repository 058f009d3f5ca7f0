"""The search for near-duplicates in a corpus that one machine does not hold, by Daft, natively or on Ray."""
