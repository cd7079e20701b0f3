"""The nugget on the bench: what its parts tell each other, from the first block to the last version."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QMenu

from elisa import wiring
from elisa.core.errors import ElisaError
from elisa.core.events import PageServed
from elisa.spec.understood import Understood
from elisa.ui.asking import Choice
from elisa.ui.desk_words import kind_of, used_energy, version_cards
from elisa.ui.dialogs.settings.sheet import settings_sheet
from elisa.ui.look.dialog import open_sheet

if TYPE_CHECKING:
    from elisa.core.events import TeachingMoment
    from elisa.services.historian import Historian
    from elisa.services.runner import Run
    from elisa.services.stamped import Stamped
    from elisa.spec.bench import Bench
    from elisa.ui.asking import Asking
    from elisa.ui.studio import StudioProgram

Json = dict[str, Any]


class Desk(QObject):
    """Connects editor, documents, builds and panels of one window."""

    def __init__(self, program: StudioProgram, historian: Historian, asking: Asking) -> None:
        super().__init__(program)
        self._program, self._historian, self._asking = program, historian, asking
        self._window, self._kit = program.window, program.kit
        self._documents, self._building, self._model = program.documents, program.building, program.model
        self._chores = program.chores
        self._serving: Run[None] | None = None
        self._served = ""
        self._understanding = False
        self._again = False
        self._versions = 0

    @property
    def folder(self) -> Path | None:
        """The folder of the nugget that is open."""
        return self._documents.current.folder if self._documents.current else None

    def connect_all(self) -> None:
        """Let the parts hear each other."""
        self._connect_wall()
        self._connect_panels()
        parts = self._window.parts
        parts.editor.changed.connect(self._edited)
        parts.editor.history.connect(self._history)
        parts.editor.restored.connect(lambda: self._window.toasts.show(self._kit.say("window.editor_back"), "hex"))
        self._documents.opened.connect(self._opened)
        self._documents.kept.connect(self._refresh_wall)
        self._documents.keeping.connect(self._refresh_wall)
        self._documents.trouble.connect(lambda error: self._window.toasts.show(error.sentence, "hex"))
        self._building.changed.connect(self._build_changed)
        self._building.trouble.connect(lambda error: self._chores.start(self.tell(error)))
        self._building.folder_changed.connect(lambda: self._chores.start(self._load_again()))
        self._model.changed.connect(self._model_changed)
        self._model.finished.connect(self._finished)
        self._program.studio.hub.happened.connect(self._heard)

    async def open(self, path: Path) -> None:
        """Open a nugget; what was open is kept."""
        if await self._may_leave():
            await self._documents.open(path)

    async def show_welcome(self) -> None:
        """Show the first page with what was open lately."""
        self._window.show_welcome()
        self._window.parts.welcome.show_recents(await self._program.recents())
        self._window.parts.welcome.focus_sentence()

    async def tell(self, error: ElisaError) -> None:
        """Tell the child what went wrong, in the error's own sentence."""
        await self._asking.tell(error.sentence, error.detail)

    async def end(self) -> None:
        """Stop serving."""
        await self._stop_serving()

    def _connect_wall(self) -> None:
        window, wall, kit = self._window, self._window.wall, self._kit
        window.go_asked.connect(self._go_pressed)
        window.closing.connect(lambda: self._chores.start(self._close()))
        window.files_dropped.connect(lambda files: self._chores.start(self.open(Path(files[0]))))
        window.page_shown.connect(self._page_shown)
        wall.undo_asked.connect(window.parts.editor.undo)
        wall.redo_asked.connect(window.parts.editor.redo)
        wall.settings_asked.connect(lambda: self._settings("thinking"))
        window.energy.limit_asked.connect(lambda: self._settings("safety"))
        self._program.preferences.not_kept.connect(lambda: window.toasts.show(kit.say("preferences.not_kept"), "hex"))
        wall.help_asked.connect(lambda: self._chores.start(self._asking.show_help()))
        menu = QMenu(wall.name)
        standard = QKeySequence.StandardKey
        entries: tuple[tuple[str, QKeySequence.StandardKey | None, Any], ...] = (
            ("window.menu_home", None, self._go_home),
            ("window.menu_open", standard.Open, self._ask_open),
            ("window.menu_save", standard.Save, self._save),
            ("window.menu_save_as", standard.SaveAs, self._ask_save_as),
            ("window.menu_start_over", None, self._start_over),
            ("window.menu_take_back", None, self._take_back),
            ("window.menu_quit", standard.Quit, self._close),
        )
        for key, shortcut, call in entries:
            action = menu.addAction(kit.say(key))
            action.triggered.connect(lambda _checked=False, work=call: self._chores.start(work()))
            if shortcut is not None:
                action.setShortcut(QKeySequence(shortcut))
        QShortcut(QKeySequence(standard.HelpContents), window, wall.help_asked.emit)
        wall.name.setMenu(menu)

    def _connect_panels(self) -> None:
        parts, chores, pool = self._window.parts, self._chores, self._program.studio.pool
        welcome = parts.welcome
        welcome.start_asked.connect(lambda words: chores.start(self._documents.new(words, kind_of(words))))
        welcome.empty_asked.connect(lambda: chores.start(self._documents.new()))
        welcome.example_asked.connect(
            lambda name: chores.start(self._documents.open_example(wiring.example_folder(name)))
        )
        welcome.recent_asked.connect(lambda folder: chores.start(self.open(Path(folder))))
        welcome.open_asked.connect(lambda: chores.start(self._ask_open()))
        for mission in (parts.mission_side, parts.mission_page):
            mission.gate_answered.connect(
                lambda gate, approved, words: pool.answer_gate(gate, approved=approved, feedback=words)
            )
            mission.question_answered.connect(pool.answer_question)
            mission.block_asked.connect(self._show_block)
            mission.go_asked.connect(self._go_pressed)
        parts.done.play_asked.connect(lambda: chores.start(self._play()))
        parts.done.keep_working_asked.connect(lambda: self._window.show_page("blocks"))
        parts.done.fix_asked.connect(lambda: chores.start(self._fix()))
        parts.done.undo_asked.connect(lambda: chores.start(self._take_back()))
        parts.done.share_asked.connect(lambda: chores.start(self._ask_save_as()))
        parts.done.lesson_asked.connect(lambda lesson: chores.start(self._lesson(lesson)))
        parts.play.go_asked.connect(self._go_pressed)
        parts.play.start_asked.connect(lambda: chores.start(self._play()))
        parts.tests.run_asked.connect(lambda: chores.start(self._run_tests()))
        parts.tests.block_asked.connect(self._show_block)
        parts.tests.blocks_asked.connect(lambda: self._window.show_page("blocks"))
        parts.tests.proof_added.connect(self._add_proof)
        self._window.timeline.undo_asked.connect(lambda: chores.start(self._take_back()))
        self._window.timeline.restore_asked.connect(lambda version: chores.start(self._restore(version)))

    def _settings(self, page: str) -> None:
        if open_sheet(self._window) is None:
            settings_sheet(self._kit, self._program.preferences, self._chores, self._window, page).open()

    def _opened(self, bench: Bench) -> None:
        """Put a nugget on the bench."""
        self._historian.folder = bench.folder
        self._model.begin(None)
        self._building.understood = Understood()
        self._served = ""
        self._window.parts.play.show_nothing()
        self._window.parts.editor.load(self._program.blocks.todays_names(bench.workspace), bench.library)
        self._window.parts.editor.set_states({})
        self._window.show_done_beside(beside=False)
        self._window.show_mission_beside(beside=False)
        if self._window.is_welcome:
            self._window.show_studio()
        self._window.parts.editor.setFocus()
        for note in bench.notes:
            self._window.toasts.show(note, "lumi")
        self._refresh_wall()
        self._understand_soon(bench.workspace)
        self._chores.start(self._after_opening())

    async def _after_opening(self) -> None:
        await self._show_versions()
        await self._serve()

    async def _load_again(self) -> None:
        await self._documents.load_again()
        self._window.toasts.show(self._kit.say("window.gone_back"), "stamp")

    def _history(self, undo: bool, redo: bool) -> None:
        self._window.wall.show_history(undo=undo, redo=redo)

    def _edited(self, workspace: Json) -> None:
        self._documents.keep(workspace)
        self._understand_soon(workspace)

    def _understand_soon(self, workspace: Json) -> None:
        """Read the blocks away from the GUI thread, one reading at a time, the newest last."""
        self._again = self._understanding
        if not self._understanding:
            self._understanding = True
            self._chores.start(self._understand(workspace))

    async def _understand(self, workspace: Json) -> None:
        bench = self._documents.current
        try:
            if bench is None:
                return
            understood = await self._program.blocks.understand(workspace, bench.library)
        finally:
            self._understanding = False
        self._building.understood = understood
        editor = self._window.parts.editor
        editor.set_problems([problem.model_dump() for problem in understood.problems])
        editor.set_read_back([asdict(one) for one in understood.spoken])
        said, wishes = understood.sentences, understood.spec.requirements if understood.spec else ()
        self._window.parts.tests.show_wishes(
            [(one.block_id, said.get(one.block_id, one.description)) for one in wishes if one.block_id]
        )
        self._refresh_wall()
        if self._again and self._documents.current is not None:
            self._understand_soon(self._documents.current.workspace)

    def _go_pressed(self) -> None:
        state = self._building.go_state
        if state == "building":
            self._building.stop()
        elif state == "needs":
            problem = self._building.understood.first_error
            self._window.show_page("blocks")
            if problem is not None and problem.block_id:
                self._window.parts.editor.show_block(problem.block_id)
            elif problem is not None:
                self._window.toasts.show(problem.message, "lumi")
        elif state == "ready" and self.folder is not None:
            self._chores.start(self._build())

    async def _build(self, fix: str | None = None) -> None:
        folder = self.folder
        if folder is None:
            return
        await self._kept()
        await self._stop_serving()
        self._window.parts.play.show_nothing()
        self._window.show_done_beside(beside=False)
        self._model.begin(self._building.understood.spec, self._building.understood.sentences, self._token_limit())
        began = await self._building.go(folder, fix=fix)
        if not began:
            self._window.show_mission_beside(beside=False)
        await self._show_versions()
        await self._serve()

    def _token_limit(self) -> int | None:
        return self._program.preferences.current.limits.tokens

    def _build_changed(self) -> None:
        busy = self._building.is_busy
        self._window.parts.editor.set_read_only(resting=busy)
        if busy and self._window.page == "blocks":
            self._window.show_mission_beside(beside=True)
        self._refresh_wall()

    def _model_changed(self) -> None:
        state = self._model.state
        self._window.parts.editor.set_states(self._model.block_states)
        self._window.wall.tabs["mission"].show_waiting(len(state.waiting))
        self._window.energy.show_energy(used_energy(state))
        proofs = list(state.proofs.values())
        green = sum(one.state in ("done", "made") for one in proofs)
        count = self._kit.say("window.tests_count", green=green, all=len(proofs)) if proofs else ""
        self._window.drawers.fronts["tests"].show_count(count)
        self._refresh_wall()

    def _finished(self, _event: object) -> None:
        self._window.show_done_beside(beside=True)
        self._window.show_mission_beside(beside=False)
        self._window.show_page("play")

    def _heard(self, stamped: Stamped) -> None:
        if isinstance(stamped.event, PageServed) and self._serving is not None:
            self._served = stamped.event.url
            title = self._documents.current.title if self._documents.current else ""
            self._window.parts.play.show_page(self._served, title)

    def _refresh_wall(self) -> None:
        bench, say = self._documents.current, self._kit.say
        problem = self._building.understood.first_error
        self._window.wall.go.show_state(self._building.go_state, problem.message if problem else "")
        if bench is None or self._window.is_welcome:
            return
        state = self._model.state
        if self._building.is_busy:
            told = say("window.building", done=state.done_tasks, all=len(state.tasks))
            line = told if state.tasks else say("window.planning")
        else:
            line = say("window.saving" if self._documents.is_keeping else "window.saved")
        self._window.wall.name.show_words(bench.title, line)
        self._window.setWindowTitle(f"{bench.title} – Elisa")

    def _page_shown(self, page: str) -> None:
        if page == "mission":
            self._window.show_mission_beside(beside=False)
        elif page == "blocks" and self._building.is_busy:
            self._window.show_mission_beside(beside=True)

    def _show_block(self, block_id: str) -> None:
        self._window.show_page("blocks")
        self._window.parts.editor.show_block(block_id)

    def _add_proof(self, block_id: str, when: str, then: str) -> None:
        self._window.parts.editor.add_proof(block_id, when, then)
        self._window.toasts.show(self._kit.say("proofs.added"), "loupe")

    async def _play(self) -> None:
        self._window.show_done_beside(beside=False)
        self._window.show_page("play")
        if self._served:
            self._window.parts.play.reload()
        else:
            await self._serve()

    async def _serve(self) -> None:
        """Serve what is built, if there is a page, so that Play shows it."""
        folder = self.folder
        await self._stop_serving()
        if folder is None:
            return
        self._serving = self._program.studio.deploy.serve(folder)
        self._chores.start(self._watch_serving(self._serving))

    async def _watch_serving(self, run: Run[None]) -> None:
        """Wait for the end of serving; a nugget that has no page may be a program."""
        try:
            await run.result()
        except asyncio.CancelledError:
            return
        except ElisaError as error:
            if error.code == "build.program_not_page" and self.folder is not None:
                command = await self._program.studio.deploy.program(self.folder).result()
                self._window.parts.play.show_program(command)

    async def _stop_serving(self) -> None:
        run, self._serving = self._serving, None
        self._served = ""
        if run is not None:
            run.cancel()
            await asyncio.gather(run.result(), return_exceptions=True)

    async def _run_tests(self) -> None:
        folder, panel = self.folder, self._window.parts.tests
        if folder is None or self._building.is_busy:
            return
        panel.show_running(running=True)
        try:
            await self._program.studio.tests.test(folder).result()
        finally:
            panel.show_running(running=False)

    async def _fix(self) -> None:
        from elisa.ui.dialogs.fix import ask_what_to_fix

        words = await ask_what_to_fix(self._kit, self._window)
        if words:
            self._window.show_page("blocks")
            await self._build(fix=words)

    async def _lesson(self, lesson: TeachingMoment) -> None:
        fine = (Choice("", self._kit.say("window.fine"), "main"),)
        await self._asking.ask("lumi", lesson.headline, f"{lesson.explanation}\n\n{lesson.tell_me_more}".strip(), fine)

    async def _take_back(self) -> None:
        folder = self.folder
        if folder is None:
            return
        if not self._versions:
            self._window.toasts.show(self._kit.say("window.no_build_yet"), "stamp")
        elif await self._asking.about_taking_back():
            await self._kept()
            await self._building.take_back(folder)

    async def _restore(self, version: str) -> None:
        if self.folder is not None:
            await self._kept()
            await self._building.restore(self.folder, version)

    async def _kept(self) -> None:
        self._documents.keep(await self._window.parts.editor.flush())
        await self._documents.settled()

    async def _show_versions(self) -> None:
        folder = self.folder
        if folder is None:
            return
        versions = await self._program.studio.git.versions(folder).result()
        self._versions = len(versions)
        cards = version_cards(versions, self._model.state, self._kit.say)
        self._window.timeline.show_versions(cards, busy=self._building.is_busy, can_undo=bool(versions))
        self._window.drawers.fronts["timeline"].show_count(str(len(cards)) if cards else "")

    async def _may_leave(self) -> bool:
        """Ask before a build is left; blocks are kept either way."""
        if self._building.is_busy:
            if not await self._asking.about_closing():
                return False
            await self._building.ended()
        if self._documents.current is not None:
            await self._kept()
        return True

    async def _go_home(self) -> None:
        if await self._may_leave():
            await self._stop_serving()
            self._window.parts.play.show_nothing()
            await self._documents.close()
            await self.show_welcome()

    async def _start_over(self) -> None:
        if await self._asking.about_starting_over() and await self._may_leave():
            await self._documents.new()

    async def _close(self) -> None:
        if await self._may_leave():
            self._program.leave()

    async def _save(self) -> None:
        if self._documents.current is None:
            return
        await self._kept()
        path = await self._documents.save()
        say = self._kit.say
        told = say("document.saved", name=path.name) if path else say("document.kept")
        self._window.toasts.show(told, "spool")

    async def _ask_save_as(self) -> None:
        bench = self._documents.current
        if bench is None:
            return
        await self._kept()
        dialog = QFileDialog(self._window, self._kit.say("document.save_title"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("elisa")
        dialog.setNameFilter(f"{self._kit.say('document.filter')} (*.elisa)")
        dialog.selectFile(str(bench.file) if bench.file else f"{bench.folder.name}.elisa")
        chosen = await self._chosen(dialog)
        if chosen is not None:
            saved = await self._documents.save_as(chosen)
            self._window.toasts.show(self._kit.say("document.saved", name=saved.name), "spool")

    async def _ask_open(self) -> None:
        dialog = QFileDialog(self._window, self._kit.say("document.open_title"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        kinds = f"{self._kit.say('document.filter')} (*.elisa *.ELISA *.zip *.ZIP workspace.json)"
        dialog.setNameFilters([kinds, f"{self._kit.say('document.all_files')} (*)"])
        chosen = await self._chosen(dialog)
        if chosen is not None:
            await self.open(chosen)

    async def _chosen(self, dialog: QFileDialog) -> Path | None:
        waiting: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        dialog.finished.connect(lambda code: None if waiting.done() else waiting.set_result(code))
        dialog.open()
        code = await waiting
        files = dialog.selectedFiles()
        dialog.deleteLater()
        return Path(files[0]) if code and files else None
