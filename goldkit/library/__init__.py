"""What `import goldkit` does in one call; the commands go through the same functions."""
