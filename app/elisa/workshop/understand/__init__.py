"""Understanding: from a child's words to a design, with every requirement either meant for a part or left out by name."""
