"""Fix it: what the child says does not work becomes a test that shows it, and then a task that mends it.

The same pipeline carries it out: worktrees, versions, red before and green after, review, undo. The child's words are
data in the prompts. What else the blocks ask for that is new waits for the next build.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elisa.build.squad import with_default_roles
from elisa.core.errors import bad_input
from elisa.core.text import say
from elisa.spec.nugget import Requirement
from elisa.spec.plan import Plan, Task
from elisa.workspace.files import ConfinedFolder

if TYPE_CHECKING:
    from elisa.build.record import Record
    from elisa.build.setting import Setting
    from elisa.spec.nugget import NuggetSpec

LONGEST = 2000
"""Characters of a complaint, as of a goal."""
SHOW = "show-it"
MEND = "mend-it"


def checked_complaint(text: str | None) -> str:
    """Return what is to be mended, or nothing where nothing is asked for.

    Raises:
        BadInputError: ``fix.no_words``, ``fix.too_long``.
    """
    if text is None:
        return ""
    words = " ".join(text.split())
    if not words:
        raise bad_input("fix.no_words")
    if len(words) > LONGEST:
        raise bad_input("fix.too_long", limit=LONGEST)
    return words


def check_folder(setting: Setting) -> None:
    """Make sure that there is something to mend.

    Raises:
        BadInputError: ``fix.nothing_here``.
    """
    if setting.fix and not set(ConfinedFolder(setting.nugget).list()) - set(setting.own_files):
        raise bad_input("fix.nothing_here")


def complaint_of(setting: Setting, record: Record) -> Requirement | None:
    """Return the complaint as a wish of its own, so that its test counts; ``None`` in an ordinary build."""
    if not setting.fix:
        return None
    earlier = record.changes.fixed if record.changes is not None else ()
    return Requirement(type="fix", description=setting.fix, id=f"fix_{len(earlier)}")


def fix_plan(spec: NuggetSpec, complaint: Requirement) -> Plan:
    """Return the plan: the tester shows what is wrong, then a builder mends it."""
    team = with_default_roles(spec)
    tester = next(agent.name for agent in team if agent.role == "tester")
    builder = next(agent.name for agent in team if agent.role in ("builder", "custom"))
    words = complaint.description
    show = Task(
        id=SHOW,
        name=say("fix.show_name"),
        description=say("fix.show_description", id=complaint.id),
        kind="test",
        agent_name=tester,
        acceptance_criteria=(say("fix.show_criterion", id=complaint.id),),
        requirement_ids=(complaint.id,),
    )
    mend = Task(
        id=MEND,
        name=say("fix.mend_name"),
        description=say("fix.mend_description"),
        kind="fix",
        agent_name=builder,
        acceptance_criteria=(say("fix.mend_criterion"),),
        requirement_ids=(complaint.id,),
    )
    explanation = say("fix.explanation", complaint=words[:300])
    return Plan(tasks=(show, mend), agents=team, explanation=explanation, source="rules")


def facts_of(task: Task, setting: Setting, record: Record) -> dict[str, Any]:
    """Return what the two helpers are told besides the spec: the child's words, and what their test is to name."""
    complaint = complaint_of(setting, record)
    if complaint is None or task.id not in (SHOW, MEND):
        return {}
    return {"complaint": complaint.description, "complaint_id": complaint.id}
