"""What `check` looks for: one function a finding, one line each in CHECKS."""
