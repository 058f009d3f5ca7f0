"""Labels carried over from the corpus that was judged to another one: cut anew, moved, edited."""
