"""Elisa: a studio in which a child directs a team of helpers that build real software."""

from __future__ import annotations

__version__ = "0.1.0"
