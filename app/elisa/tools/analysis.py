"""What the code is made of: who needs whom, and one function seen closely."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from typing import TYPE_CHECKING, Any

from pydantic import Field

from elisa.code.calls import calls
from elisa.code.complexity import complexity
from elisa.code.imports import imports, resolve_import
from elisa.code.languages import language_of
from elisa.code.references import references
from elisa.code.symbols import Symbol, symbols
from elisa.tools.background import Deadline, in_thread
from elisa.tools.base import Tool, ToolContext, ToolFailedError, ToolOutcome
from elisa.tools.schema import Arguments
from elisa.tools.sources import files_under, sources_under

if TYPE_CHECKING:
    from collections.abc import Iterable

_REQUIREMENT = re.compile(r"^\s*([A-Za-z0-9][A-Za-z0-9._-]*)")
_LONGEST_SOURCE = 12_000
_MOST_USES = 20


class AnalyzeDependenciesArguments(Arguments):
    """Of which folder or file."""

    path: str = "."


class AnalyzeDependencies(Tool[AnalyzeDependenciesArguments]):
    """Reads package files and imports, and names what is imported but is nowhere to be found."""

    name = "analyze_dependencies"
    description = "Show packages, which file needs which, and what is missing."
    arguments = AnalyzeDependenciesArguments

    async def run(self, arguments: AnalyzeDependenciesArguments, context: ToolContext) -> ToolOutcome:
        """Look through the files, for five seconds at most."""
        files = frozenset(files_under(context, "."))

        def work(deadline: Deadline) -> str:
            return _dependencies(dict(sources_under(context, arguments.path, deadline)), files)

        return ToolOutcome(await in_thread(work), summary=arguments.path)


class ExplainFunctionArguments(Arguments):
    """Which function or class (``Game.start`` for one inside another), and in which file or folder."""

    name: str = Field(min_length=1, max_length=200)
    path: str = "."


class ExplainFunction(Tool[ExplainFunctionArguments]):
    """Shows a function's source, what it calls, who uses it and how branched it is."""

    name = "explain_function"
    description = "Show a function or class: source, what it calls, who uses it, how complex it is."
    arguments = ExplainFunctionArguments

    async def run(self, arguments: ExplainFunctionArguments, context: ToolContext) -> ToolOutcome:
        """Look it up, for five seconds at most."""
        files_under(context, arguments.path)
        told = await in_thread(lambda deadline: _explained(arguments, context, deadline))
        if told is None:
            raise ToolFailedError(f"There is no function or class {arguments.name} in {arguments.path}.")
        return ToolOutcome(told, summary=arguments.name)


def _dependencies(sources: dict[str, str], files: frozenset[str]) -> str:
    told = []
    packages = {name for path, text in sources.items() for name in _packages(path, text)}
    if packages:
        told.append("Packages asked for: " + ", ".join(sorted(packages)))
    missing: list[str] = []
    outside: set[str] = set()
    for path, text in sorted(sources.items()):
        needs = _needs(path, text, files, outside, missing)
        if needs:
            told.append(f"{path} needs {', '.join(needs)}")
    if outside:
        told.append("From outside: " + ", ".join(sorted(_marked(name) for name in outside)))
    told += [f"Missing: {line}" for line in missing]
    return "\n".join(told) or "No dependencies."


def _needs(path: str, text: str, files: frozenset[str], outside: set[str], missing: list[str]) -> list[str]:
    language = language_of(path)
    if language is None:
        return []
    needs = []
    for one in imports(text, language):
        found = resolve_import(one.target, path, language, files)
        if found is not None:
            needs.append(found)
        elif _is_outside(one.target, language):
            outside.add(one.target[:100])
        elif not one.target.startswith(("data:", "#")):
            missing.append(f"{path}:{one.line} wants {one.target[:100]}, and there is no such file")
    return needs


def _is_outside(target: str, language: str) -> bool:
    if language == "python":
        return not target.startswith(".")
    if target.startswith(("http:", "https:", "//")):
        return True
    return language in ("javascript", "typescript", "tsx") and not target.startswith((".", "/"))


def _marked(name: str) -> str:
    return f"{name} (comes with Python)" if name.partition(".")[0] in sys.stdlib_module_names else name


def _packages(path: str, text: str) -> set[str]:
    try:
        match path.rpartition("/")[2]:
            case "requirements.txt":
                return _names(text.splitlines())
            case "pyproject.toml":
                return _names(tomllib.loads(text).get("project", {}).get("dependencies", []))
            case "package.json":
                whole: Any = json.loads(text)
                return {*whole.get("dependencies", {}), *whole.get("devDependencies", {})}
    except (ValueError, AttributeError, TypeError, RecursionError):
        return {f"({path} is damaged)"}
    return set()


def _names(lines: Iterable[str]) -> set[str]:
    return {found[1] for line in lines if (found := _REQUIREMENT.match(line))}


def _explained(arguments: ExplainFunctionArguments, context: ToolContext, deadline: Deadline) -> str | None:
    sources = {path: text for path, text in sources_under(context, ".", deadline) if language_of(path)}
    wanted = files_under(context, arguments.path)
    found = [
        (path, symbol)
        for path in wanted
        if path in sources and (language := language_of(path))
        for symbol in symbols(sources[path], language)
        if arguments.name in (symbol.name, symbol.full_name)
    ]
    if not found:
        return None
    path, symbol = found[0]
    others = [f"{other}:{one.first_line}" for other, one in found[1:]]
    told = _closely(path, symbol, sources)
    return told + (f"\nAlso defined in {', '.join(others)}." if others else "")


def _closely(path: str, symbol: Symbol, sources: dict[str, str]) -> str:
    language = language_of(path)
    if language is None:
        return ""
    lines = sources[path].splitlines()[symbol.first_line - 1 : symbol.last_line]
    body = "\n".join(f"{number}| {line}" for number, line in enumerate(lines, symbol.first_line))
    called = [
        name for name in calls(sources[path], language, symbol.first_line, symbol.last_line) if name != symbol.name
    ]
    ways = complexity(sources[path], language).get(symbol.name)
    uses = [line for other, text in sources.items() for line in _uses(other, text, symbol, path)]
    told = [f"{symbol.kind} {symbol.full_name}, {path}:{symbol.first_line}", body[:_LONGEST_SOURCE]]
    if called:
        told.append(f"Calls: {', '.join(called[:_MOST_USES])}")
    if ways is not None:
        told.append(f"Ways through it: {ways}")
    told.append(f"Used in: {', '.join(uses[:_MOST_USES]) or 'nowhere'}" + (" …" if len(uses) > _MOST_USES else ""))
    return "\n".join(told)


def _uses(path: str, text: str, symbol: Symbol, home: str) -> list[str]:
    language = language_of(path)
    if language is None or symbol.name not in text:
        return []
    return [
        f"{path}:{one.line}"
        for one in references(text, language, symbol.name)
        if not one.defines and not (path == home and one.line == symbol.first_line)
    ]
