"""A person confirms what logs, generators and copies suggest: the queue, the verdicts, and the fronts that show them."""
