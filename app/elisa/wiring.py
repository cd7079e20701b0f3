"""The one place that builds objects and connects them; window, command line, server and tests all call it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from elisa.blocks.catalog import Catalog
    from elisa.build.setting import Setting
    from elisa.providers.tool_formats import ToolFormat
    from elisa.services.request import BuildRequest
    from elisa.services.runner import EngineRunner
    from elisa.services.studio import Studio
    from elisa.spec.nugget import NuggetSpec
    from elisa.spec.opened import OpenedNugget
    from elisa.spec.problems import Problem


def catalog(language: str = "en") -> Catalog:
    """Return the block catalog of this installation."""
    from elisa.blocks.catalog import load_catalog
    from elisa.core import resources

    return load_catalog(resources.root(), language)


def read_spec(source: Path) -> tuple[NuggetSpec, tuple[Problem, ...]]:
    """Return what a nugget's blocks ask for and what is wrong with them and with its library.

    Raises:
        BadInputError: The source cannot be read as a nugget.
    """
    opened = open_nugget(source)
    return opened.spec, opened.problems


def open_nugget(source: Path) -> OpenedNugget:
    """Return a nugget with its blocks understood.

    Raises:
        BadInputError: The source cannot be read as a nugget.
    """
    from elisa.blocks.interpret import interpret
    from elisa.spec.library import read_library
    from elisa.spec.opened import OpenedNugget
    from elisa.workspace.load import load_source
    from elisa.workspace.nugget_file import PORTALS, RULES, SKILLS, read_json

    nugget = load_source(source)
    # The items as they stand in the file, so that a problem names a bad one by its number.
    raw = {name: read_json(source, name, nugget.parts.get(name, b"[]")) for name in (SKILLS, RULES, PORTALS)}
    library, library_problems = read_library(raw[SKILLS], raw[RULES], raw[PORTALS])
    spec, problems = interpret(nugget.workspace, library, catalog())
    return OpenedNugget(spec, (*library_problems, *problems), nugget.parts)


def tool_schemas(vendor: ToolFormat) -> list[dict[str, Any]]:
    """Return the 12 skills as a vendor's API takes them."""
    from elisa.providers.tool_formats import format_tool
    from elisa.tools import all_tools

    return [format_tool(tool.definition(), vendor) for tool in all_tools()]


def studio(runner: EngineRunner, folder: Path) -> Studio:
    """Return all services, connected, for builds in ``folder``; what was done is remembered in the history."""
    from elisa.core.ids import SystemClock, new_id
    from elisa.core.settings import home
    from elisa.services.historian import Historian
    from elisa.services.studio import Studio

    made = Studio(runner, SystemClock(), new_id("session"))
    made.keep(Historian(home(), folder.resolve(), made.hub))
    return made


def setting_for(request: BuildRequest) -> Setting:
    """Return what a build is given, from a person's request.

    Raises:
        BadInputError: The nugget cannot be read or built, or an argument cannot be used.
    """
    from elisa.core.ids import SystemClock
    from elisa.services import opening

    return opening.setting_for(request, open_nugget(request.source), SystemClock())
