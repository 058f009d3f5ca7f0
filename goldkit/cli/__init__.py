"""The command line: one small file a command. It reads arguments, calls the library and prints; nothing else knows typer."""
