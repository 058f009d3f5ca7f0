"""Results as text: each report is a function from a result object to text; none knows how the result was made."""
