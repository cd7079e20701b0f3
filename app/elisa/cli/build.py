"""``elisa build FILE --out DIR``: the whole pipeline, from blocks to something that plays."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from elisa.cli.app import BAD_INPUT, DONE, FAILED, RED, STOPPED, report, write_line
from elisa.cli.until_stopped import until_stopped
from elisa.core.errors import ElisaError
from elisa.core.events import BuildFailed, BuildFinished, PageServed, ProgramReady
from elisa.core.text import say

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from elisa.core.events import Event
    from elisa.services.request import BuildRequest
    from elisa.services.runner import Run
    from elisa.services.stamped import Stamped
    from elisa.services.studio import Studio

_CODES = {
    "done": DONE,
    "nothing_made": FAILED,
    "tests_failing": RED,
    "not_tested": RED,
    "budget": STOPPED,
    "unanswered": STOPPED,
}


def command(
    file: Annotated[Path, typer.Argument(help="A .elisa file, a nugget's folder, or a workspace.json.")],
    out: Annotated[Path, typer.Option("--out", help="The folder to build in.")],
    provider: Annotated[str | None, typer.Option(help="workshop, claude, openai, lmstudio or openrouter.")] = None,
    model: Annotated[str | None, typer.Option(help="Which model of the provider.")] = None,
    base_url: Annotated[str | None, typer.Option("--base-url", help="Another address of the provider.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Say yes at every gate.")] = False,
    allow: Annotated[list[str] | None, typer.Option(help="Allow network, install or portal:ID.")] = None,
    answer: Annotated[list[str] | None, typer.Option(help="Answer the next question with this.")] = None,
    events: Annotated[Path | None, typer.Option("--events", help="Write every event to this file.")] = None,
    budget: Annotated[int | None, typer.Option(min=1, help="Most tokens of all calls together.")] = None,
    fix: Annotated[str | None, typer.Option("--fix", help="Mend this in what is built already, in your words.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a build that was cut off.")] = False,
    start_over: Annotated[bool, typer.Option("--start-over", help="Begin anew after a build was cut off.")] = False,
    serve: Annotated[bool, typer.Option("--serve", help="Keep serving the page afterwards.")] = False,
    single_file: Annotated[Path | None, typer.Option("--single-file", help="Also write one HTML file.")] = None,
    script: Annotated[Path | None, typer.Option("--script", help="The scripted model's answers.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one event a line.")] = False,
) -> int:
    """Build a nugget: plan, make, test and show it."""
    from elisa.services.request import BuildRequest

    if provider is not None and provider not in ("workshop", "claude", "openai", "lmstudio", "openrouter", "scripted"):
        write_line(say("cli.no_provider", name=provider), sys.stderr)
        return BAD_INPUT
    if events is not None and events.resolve().is_relative_to(out.resolve()):
        write_line(say("cli.events_inside", name=events.name, folder=out), sys.stderr)
        return BAD_INPUT
    request = BuildRequest(
        source=file,
        out=out,
        provider=provider,
        model=model,
        base_url=base_url,
        script=script,
        yes=yes,
        allow=tuple(allow or ()),
        answers=tuple(answer or ()),
        fix=fix,
        budget=budget,
        single_file=single_file,
    )
    job = _Job(request, as_json=as_json, events=events)
    return asyncio.run(job.run(resume=resume, start_over=start_over, serve=serve))


class _Job:
    """One run of the command."""

    def __init__(self, request: BuildRequest, *, as_json: bool, events: Path | None) -> None:
        self._request, self._as_json, self._events = request, as_json, events
        self._final: Event | None = None
        self._served = False
        self._program = ""

    async def run(self, *, resume: bool, start_over: bool, serve: bool) -> int:
        """Build, and serve afterwards if asked; Stop (Ctrl-C, SIGTERM) ends either."""
        from elisa import wiring
        from elisa.services.runner import SameLoop

        studio = wiring.studio(SameLoop(), self._request.out)
        with self._shown(studio) as attended:
            try:
                setting = wiring.setting_for(self._request, lambda sentence: write_line(sentence, sys.stderr))
                run = studio.pool.build(setting, attended=attended, resume=resume, start_over=start_over)
                code = await self._until_end(run)
            except ElisaError as error:
                self._tell_watchers(studio, error)
                return report(error)
        self._tell_cost()
        if self._served:
            self._tell(say("cli.preview", folder=self._request.out))
            if serve and code in (DONE, RED):
                await until_stopped(studio.deploy.serve(self._request.out.resolve()))
        elif code in (DONE, RED):
            self._tell(say("cli.made", folder=self._request.out))
            if self._program:
                command = studio.deploy.start_command(self._request.out / self._program)
                self._tell(say("cli.start_program", command=command))
        return code

    def _tell_watchers(self, studio: Studio, error: ElisaError) -> None:
        """Give programs that read the events their one final event, also about a build that could not begin."""
        if self._as_json or self._events is not None:
            failed = BuildFailed(build_id="", code=error.code, sentence=error.sentence, detail=error.detail)
            studio.pool.publish(failed)

    def _shown(self, studio: Studio) -> AbstractContextManager[bool]:
        from elisa.cli.shown import shown

        studio.hub.happened.connect(self._note)
        return shown(studio, events=self._events, as_json=self._as_json)

    def _note(self, stamped: Stamped) -> None:
        event = stamped.event
        if isinstance(event, PageServed):
            self._served = True
        if isinstance(event, ProgramReady):
            self._program = event.path
        self._final = event if getattr(event, "kind", "").startswith("build_") else self._final

    async def _until_end(self, run: Run[object]) -> int:
        if await until_stopped(run) is None:
            return STOPPED
        return _CODES[self._final.outcome] if isinstance(self._final, BuildFinished) else FAILED

    def _tell_cost(self) -> None:
        """Say what the AI was used for this build; "about" where a server named no figures."""
        final = self._final
        if isinstance(final, BuildFinished) and final.tokens:
            about = f"{say('events.about')} " if final.estimated else ""
            self._tell(say("cli.used", about=about, tokens=f"{final.tokens:,}"))

    def _tell(self, line: str) -> None:
        if not self._as_json:
            write_line(line)
