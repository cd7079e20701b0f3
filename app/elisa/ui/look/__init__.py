"""The look: colours, type, drawings and the small widgets that every panel is made of."""
