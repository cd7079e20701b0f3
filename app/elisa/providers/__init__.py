"""The one door to language models: a neutral protocol, and one adapter a file."""
