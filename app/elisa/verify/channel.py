"""Names in the environment by which the parent tells the pytest child how to report; gone before any test runs."""

from __future__ import annotations

WORD = "ELISA_REPORT_WORD"
ONLY = "ELISA_REPORT_ONLY"
SECONDS = "ELISA_REPORT_SECONDS"
