"""The one place that builds objects and connects them; window, command line, server and tests all call it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from elisa.blocks.catalog import Catalog
    from elisa.build.setting import Setting
    from elisa.core.events import Event
    from elisa.providers.tool_formats import ToolFormat
    from elisa.services.doctor import Finding
    from elisa.services.documents import DocumentService
    from elisa.services.editor_blocks import EditorBlocks
    from elisa.services.historian import Historian
    from elisa.services.keys import Keys
    from elisa.services.offers import Offer
    from elisa.services.request import BuildRequest
    from elisa.services.runner import EngineRunner
    from elisa.services.studio import Studio
    from elisa.sessions.history import Past
    from elisa.spec.neighbours import Neighbour
    from elisa.spec.nugget import NuggetSpec
    from elisa.spec.opened import OpenedNugget
    from elisa.spec.problems import Problem
    from elisa.verify.result import TestReport
    from elisa.workspace.archive import NuggetFile
    from elisa.workspace.pack import Packed
    from elisa.workspace.version import Version


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
    from elisa.spec.neighbours import link_problems
    from elisa.spec.opened import OpenedNugget
    from elisa.workspace.load import load_source
    from elisa.workspace.nugget_file import PORTALS, RULES, SKILLS, read_json

    nugget = load_source(source)
    # The items as they stand in the file, so that a problem names a bad one by its number.
    raw = {name: read_json(source, name, nugget.parts.get(name, b"[]")) for name in (SKILLS, RULES, PORTALS)}
    library, library_problems = read_library(raw[SKILLS], raw[RULES], raw[PORTALS])
    spec, problems = interpret(nugget.workspace, library, catalog())
    links = link_problems(spec, _neighbours(spec, source))
    return OpenedNugget(spec, (*library_problems, *problems, *links), nugget.parts)


def _neighbours(spec: NuggetSpec, *places: Path) -> tuple[Neighbour, ...]:
    """Return the nuggets beside these places; nobody looks at them for a nugget that needs nothing."""
    if spec.composition is None or not spec.composition.requires:
        return ()
    from elisa.services.neighbours import neighbours_of

    return neighbours_of(places, catalog())


def tool_schemas(vendor: ToolFormat) -> list[dict[str, Any]]:
    """Return the 12 skills as a vendor's API takes them."""
    from elisa.providers.tool_formats import format_tool
    from elisa.tools import all_tools

    return [format_tool(tool.definition(), vendor) for tool in all_tools()]


def studio(runner: EngineRunner, folder: Path) -> Studio:
    """Return all services, connected, for builds in ``folder``; what was done is remembered in the history."""
    return window_studio(runner, folder.resolve())[0]


def setting_for(request: BuildRequest, tell: Callable[[str], None] | None = None, keys: Keys | None = None) -> Setting:
    """Return what a build is given, from a person's request; ``tell`` hears what settings have to say.

    ``keys`` are those of a window, which may keep some in memory only.

    Raises:
        BadInputError: The nugget cannot be read or built, or an argument cannot be used.
    """
    from dataclasses import replace

    from elisa.core.ids import SystemClock
    from elisa.services import opening

    setting = opening.setting_for(request, open_nugget(request.source), SystemClock(), tell, keys)
    return replace(
        setting,
        neighbours=_neighbours(setting.spec, request.source, setting.nugget),
        attached=_folder_of(request.source),
    )


def _folder_of(source: Path) -> Path | None:
    """Return the folder whose files a nugget's blocks may name; a ``.elisa`` file has none."""
    return source.resolve() if source.is_dir() else source.resolve().parent if source.suffix == ".json" else None


def check_nugget(source: Path) -> tuple[NuggetFile, int]:
    """Read every byte of a nugget file, or the parts of a folder, and return it with the number of its blocks.

    Raises:
        BadInputError: It cannot be opened, or a part is damaged; the part is named.
    """
    from elisa.workspace.archive import can_open, check_nugget
    from elisa.workspace.load import load_source
    from elisa.workspace.nugget_file import blocks_of

    is_archive = source.is_file() and can_open(source.name)
    nugget = check_nugget(source, open_inner=True) if is_archive else load_source(source)
    return nugget, sum(1 for _ in blocks_of(nugget.workspace))


def pack_nugget(folder: Path, path: Path | None) -> Packed:
    """Write a nugget's folder as a ``.elisa`` file, by default beside it and named after its goal.

    Raises:
        BadInputError: The folder holds no nugget.
        ElisaError: It cannot be written there.
    """
    import os

    from elisa.core.log import KEY_NAMES
    from elisa.services.keys import Keys
    from elisa.workspace.archive import pack, save_name

    if path is None:
        spec, _ = read_spec(folder)
        path = folder.resolve().parent / save_name(spec.nugget.goal or "")
    keys = [os.environ[name] for name in KEY_NAMES if os.environ.get(name)]
    return pack(folder, path, keys=[*keys, *Keys().all()])


def versions_of(nugget: Path) -> list[Version]:
    """List a nugget's versions, newest first; a folder without any has an empty list, and none is made."""
    from elisa.workspace.versions import Versions

    return Versions(nugget).list() if Versions.exist(nugget) else []


def unpack_nugget(source: Path, folder: Path | None) -> tuple[Path, NuggetFile]:
    """Open a nugget file into a new folder, by default here and named after the file; return both.

    Raises:
        BadInputError: It cannot be opened, or the folder is not empty.
    """
    from elisa.workspace.archive import folder_name, unpack

    target = folder or Path.cwd() / folder_name(source.stem)
    return target, unpack(source, target, open_inner=True)


async def run_tests_of(nugget: Path, show: Callable[[Event], None] | None) -> TestReport:
    """Run all tests of a nugget; ``show`` gets what the test runner emits."""
    from elisa.services.runner import SameLoop
    from elisa.services.test_runner import TestRunnerService

    service = TestRunnerService(SameLoop())
    if show is not None:
        service.happened.connect(show)
    return await service.test(nugget).result()


async def offers(
    provider: str | None, base_url: str | None, tell: Callable[[str], None] | None = None
) -> tuple[Offer, ...]:
    """Look at what can be used to build; servers that can be asked are asked.

    Raises:
        BadInputError: ``policy.locked``: the policy leaves the address, or the provider, not open.
    """
    from elisa.core.settings import load_settings
    from elisa.services import offers as service
    from elisa.services.keys import Keys

    said = {"base_url": base_url, "provider": provider if base_url is not None else None}
    return await service.offers(load_settings(said, tell=tell), Keys(), provider)


def history(*, model: str | None, operation: str | None, status: str | None) -> list[Past]:
    """Return what was done on this computer and fits, newest first."""
    from elisa.core.settings import home
    from elisa.sessions.history import History

    return History(home()).search(model=model, operation=operation, status=status)


async def check_installation() -> tuple[Finding, ...]:
    """Look at everything that this installation needs (``elisa doctor``)."""
    from elisa.core.settings import home
    from elisa.services.doctor import Doctor

    return await Doctor(home()).findings()


def window_studio(runner: EngineRunner, folder: Path) -> tuple[Studio, Historian]:
    """Return the services of a window; its historian's ``folder`` changes with the nugget that is open."""
    from elisa.core.ids import SystemClock, new_id
    from elisa.core.settings import home
    from elisa.services.historian import Historian
    from elisa.services.studio import Studio

    made = Studio(runner, SystemClock(), new_id("session"))
    historian = Historian(home(), folder, made.hub)
    made.keep(historian)
    return made, historian


def editor_blocks(runner: EngineRunner, language: str = "en") -> EditorBlocks:
    """Return what knows the blocks of the editor, in a language."""
    from elisa.blocks.toolbox import load_toolbox
    from elisa.core import resources
    from elisa.services.editor_blocks import EditorBlocks

    known = catalog(language)
    return EditorBlocks(runner, known, load_toolbox(resources.root(), known))


def examples() -> list[dict[str, str]]:
    """Return the bundled examples by their titles: the folder's name, title, description, kind, picture."""
    import json

    from elisa.core import resources

    found = []
    for folder in sorted((resources.root() / "blockly_assets" / "examples").iterdir()):
        about = json.loads((folder / "example.json").read_text(encoding="utf-8"))
        words = {key: str(about.get(key, "")) for key in ("title", "description", "category", "picture")}
        found.append({"name": folder.name, **words})
    return sorted(found, key=lambda one: (one["name"] != "hedgehog-dodge", one["title"]))


def example_folder(name: str) -> Path:
    """Return the folder of a bundled example."""
    from elisa.core import resources

    return resources.root() / "blockly_assets" / "examples" / name


def documents(runner: EngineRunner, projects: Callable[[], Path], keys: Keys) -> DocumentService:
    """Return the service that opens and keeps nuggets; ``projects`` says where new ones are kept."""
    from elisa.core.settings import home
    from elisa.services.documents import DocumentService

    return DocumentService(runner, home(), projects, keys)
