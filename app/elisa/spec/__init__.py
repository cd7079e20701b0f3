"""What the child asked for, as plain data: the nugget's spec, its problems, the plan and its tasks."""
