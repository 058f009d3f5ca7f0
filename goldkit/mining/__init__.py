"""Mining: from the interactions of logs to questions, and to proposals with their evidence; never to a label."""
