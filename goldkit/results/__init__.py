"""What the rooms return: frozen result objects, one file a room."""
