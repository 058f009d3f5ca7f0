"""The page that `goldkit review` opens: the same session as in the terminal, served to one browser on this machine."""
