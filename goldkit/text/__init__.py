"""Text: the keys questions are looked up by, near-identical wording, and tokens that keep what carries meaning."""
