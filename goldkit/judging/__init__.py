"""An LLM as a judge: pairs graded by a prompt, kept apart from what people decided, and measured against it."""
