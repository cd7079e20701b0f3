"""Tests of nuggets: pytest, page and (with boards) board; one result model."""
