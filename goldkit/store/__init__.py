"""The golden directory's files: loaded, folded into labels and facts, appended to, replaced."""
