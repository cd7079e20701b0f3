"""Build hook: carries the data folders into the wheel, where ``core.resources.root`` finds them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DATA_FOLDERS = ("blockly_assets", "devices", "prompts")


class Bundle(BuildHookInterface[Any]):
    """Maps each data folder that exists to ``elisa/_bundled/<name>``; an editable install reads the checkout itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folders to ``build_data``; what ``make assets`` has fetched goes along."""
        if version == "editable":
            return
        for name in DATA_FOLDERS:
            folder = Path(self.root, name)
            if folder.is_dir():
                build_data["force_include"][str(folder)] = f"elisa/_bundled/{name}"
