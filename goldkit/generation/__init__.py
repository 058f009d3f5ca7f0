"""From chunks to synthetic questions: which chunks to ask about, what to ask, and which answers are good enough to propose."""
