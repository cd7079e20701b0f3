"""What tests of the window share: a look without movement, and the kit that every widget is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elisa.core.text import say
from elisa.ui.kit import Kit
from elisa.ui.look.look import Look

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication


@pytest.fixture
def look(qapp: QApplication) -> Iterator[Look]:
    """The light look at its usual size, nothing moves; a test may choose another."""
    made = Look(reduced_motion=True)
    made.apply(qapp)
    yield made
    qapp.setStyleSheet("")
    made.deleteLater()


@pytest.fixture
def kit(look: Look) -> Kit:
    """The kit with that look, in English."""
    return Kit(look, say)
