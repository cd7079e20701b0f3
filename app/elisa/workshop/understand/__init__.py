"""Understanding: from a child's words to a design; every requirement has a part or is left out by name."""
