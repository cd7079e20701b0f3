"""Page tests for what was built: each requirement's own, and each of the child's proofs in its own words."""
