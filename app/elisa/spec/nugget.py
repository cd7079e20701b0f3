"""NuggetSpec: what the blocks ask for, with the keys and nesting that nuggets in the wild have.

Keys that are new here (``requirements[].id``, ``.block_id``, ``.after``, ``workflow.gates`` …) are additions; none of
the format's own keys changes its name or its place. Optional keys stay out of the JSON until a block adds them.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
)

from elisa.core.text import say
from elisa.spec import limits

RequirementType = Literal["feature", "constraint", "when_then", "data", "timer"]
Role = Literal["builder", "tester", "reviewer", "custom"]
ParamValue = str | int | float | bool


class SpecModel(BaseModel):
    """Base of all parts of a spec: unknown keys are refused, empty optional keys are not written."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, serialize_by_alias=True)
    written_as_null: ClassVar[frozenset[str]] = frozenset()

    @model_serializer(mode="wrap")
    def _leave_out_unset(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        written: dict[str, Any] = handler(self)
        return {key: value for key, value in written.items() if value is not None or key in self.written_as_null}


class Nugget(SpecModel):
    """What is to be made: the child's sentence and the kind (game, website, hardware, story, tool, general)."""

    goal: str = Field(default="", max_length=limits.GOAL)
    description: str = Field(default="", max_length=limits.GOAL)
    type: str = Field(default="general", max_length=limits.TYPE)


class Style(SpecModel):
    """How it looks (one of five presets or free words) and how it feels."""

    written_as_null: ClassVar[frozenset[str]] = frozenset({"visual", "personality"})
    visual: str | None = Field(default=None, max_length=limits.STYLE)
    personality: str | None = Field(default=None, max_length=limits.STYLE)
    colors: str | None = Field(default=None, max_length=limits.STYLE)
    theme: str | None = Field(default=None, max_length=limits.STYLE)
    tone: str | None = Field(default=None, max_length=limits.STYLE)


class Requirement(SpecModel):
    """One wish.

    ``after`` names requirements that must be done first, ``container_id`` the block that holds it, and ``body``, of a
    timer, the requirements inside it.
    """

    type: RequirementType | str
    description: str = Field(max_length=limits.REQUIREMENT_TEXT)
    test_id: str | None = Field(default=None, max_length=limits.NAME)
    id: str = Field(max_length=limits.NAME)
    block_id: str | None = None
    after: list[str] = Field(default_factory=list)
    container_id: str | None = None
    interval_seconds: float | None = None
    trigger: str | None = Field(default=None, max_length=limits.REQUIREMENT_TEXT)
    action: str | None = Field(default=None, max_length=limits.REQUIREMENT_TEXT)
    body: list[str] | None = None

    @property
    def in_words(self) -> str:
        """The wish as people read it: a when/then plainly, and not as the format's own sentence has it."""
        if self.trigger and self.action:
            return say("spec.when_then", trigger=self.trigger, action=self.action)
        return self.description


class Agent(SpecModel):
    """A helper that the child put on the team."""

    name: str = Field(max_length=limits.NAME)
    role: str = Field(max_length=50)
    persona: str = Field(default="", max_length=limits.PERSONA)
    allowed_paths: list[str] | None = Field(default=None, max_length=50)
    restricted_paths: list[str] | None = Field(default=None, max_length=50)
    block_id: str | None = None


class Deployment(SpecModel):
    """Where it goes: preview, web, esp32 or both."""

    target: str = Field(default="preview", max_length=100)
    auto_flash: bool = False
    runtime_url: str | None = Field(default=None, max_length=500)
    provision_runtime: bool | None = None


class FlowHint(SpecModel):
    """Order that a flow block asks for, by requirement ids and (as in the wild) by descriptions."""

    type: Literal["sequential", "parallel"]
    descriptions: list[str] = Field(default_factory=list)
    block_id: str | None = None
    first: list[str] | None = None
    then: list[str] | None = None
    together: list[str] | None = None


class Gate(SpecModel):
    """A place where the build waits for the child: ``after`` is done by then, ``before`` is not begun."""

    id: str
    text: str = Field(max_length=limits.GATE_TEXT)
    after: list[str] = Field(default_factory=list)
    before: list[str] = Field(default_factory=list)
    block_id: str | None = None


class IterationCondition(SpecModel):
    """``keep_improving``: rounds of improve and judge until ``condition`` holds or the limit is reached."""

    condition: str = Field(max_length=limits.BEHAVIORAL_TEXT)
    block_id: str | None = None
    after: list[str] = Field(default_factory=list)


class BehavioralTest(SpecModel):
    """A child's proof: if ``when``, then ``then``."""

    id: str = Field(max_length=limits.NAME)
    when: str = Field(max_length=limits.BEHAVIORAL_TEXT)
    then: str = Field(max_length=limits.BEHAVIORAL_TEXT)
    requirement_id: str | None = Field(default=None, max_length=limits.NAME)
    block_id: str | None = None


class FeedbackLoop(SpecModel):
    """Rounds between two named tasks, started by a trigger and ended by a judged exit."""

    id: str = Field(max_length=limits.NAME)
    trigger: Literal["test_failure", "review_rejection", "custom"]
    exit_condition: str = Field(max_length=limits.BEHAVIORAL_TEXT)
    max_iterations: int = Field(default=3, ge=1, le=limits.LOOP_ROUNDS)
    connects_from: str = Field(max_length=limits.NAME)
    connects_to: str = Field(max_length=limits.NAME)
    block_id: str | None = None


class Workflow(SpecModel):
    """How the build is run: reviews, tests, gates, order, rounds."""

    review_enabled: bool = False
    testing_enabled: bool = False
    human_gates: list[str] = Field(default_factory=list, max_length=limits.GATES)
    flow_hints: list[FlowHint] = Field(default_factory=list, max_length=limits.FLOW_HINTS)
    iteration_conditions: list[str | IterationCondition] = Field(
        default_factory=list, max_length=limits.ITERATION_CONDITIONS
    )
    behavioral_tests: list[BehavioralTest] | None = Field(default=None, max_length=limits.BEHAVIORAL_TESTS)
    feedback_loops: list[FeedbackLoop] | None = Field(default=None, max_length=limits.FEEDBACK_LOOPS)
    system_level: Literal["explorer", "builder", "architect"] | None = None
    gates: list[Gate] | None = Field(default=None, max_length=limits.GATES)


class SkillUse(SpecModel):
    """A skill from the nugget's library that a block uses; a composite one brings its workspace.

    ``invoked_by`` names the skill that needs this one in its steps; such an entry is there for it alone.
    """

    id: str = Field(max_length=limits.NAME)
    name: str = Field(max_length=limits.NAME)
    prompt: str = Field(default="", max_length=limits.PROMPT)
    category: str = Field(default="agent", max_length=50)
    description: str | None = Field(default=None, max_length=2000)
    workspace: dict[str, Any] | None = None
    block_id: str | None = None
    invoked_by: str | None = None


class RuleUse(SpecModel):
    """A rule from the nugget's library that a block uses."""

    id: str = Field(max_length=limits.NAME)
    name: str = Field(max_length=limits.NAME)
    prompt: str = Field(default="", max_length=limits.PROMPT)
    trigger: str = Field(default="always", max_length=100)
    block_id: str | None = None


class Capability(SpecModel):
    """One thing that a portal can do."""

    id: str = Field(max_length=limits.NAME)
    name: str = Field(max_length=limits.NAME)
    kind: str = Field(max_length=50)
    description: str = Field(default="", max_length=2000)


class Interaction(SpecModel):
    """A portal block: tell, ask, or when (whose ``body`` names the requirements inside it)."""

    type: Literal["tell", "when", "ask"]
    capability_id: str = Field(alias="capabilityId", max_length=limits.NAME)
    params: dict[str, ParamValue] | None = None
    block_id: str | None = None
    body: list[str] | None = None


class McpConfig(SpecModel):
    """How an MCP portal is started."""

    command: str = Field(max_length=200)
    args: list[str] | None = Field(default=None, max_length=50)
    env: dict[str, str] | None = None


class CliConfig(SpecModel):
    """How a command-line portal is started."""

    command: str = Field(max_length=200)
    args: list[str] | None = Field(default=None, max_length=50)
    install_hint: str | None = Field(default=None, alias="installHint", max_length=500)


class PortalUse(SpecModel):
    """A portal that blocks talk to."""

    id: str = Field(max_length=limits.NAME)
    name: str = Field(max_length=limits.NAME)
    description: str = Field(default="", max_length=2000)
    mechanism: str = Field(max_length=50)
    capabilities: list[Capability] = Field(default_factory=list, max_length=limits.CAPABILITIES)
    interactions: list[Interaction] = Field(default_factory=list, max_length=limits.INTERACTIONS)
    mcp_config: McpConfig | None = Field(default=None, alias="mcpConfig")
    cli_config: CliConfig | None = Field(default=None, alias="cliConfig")


class DeviceUse(SpecModel):
    """A device block: its plug-in, its own id and the saved fields."""

    plugin_id: str = Field(alias="pluginId", max_length=60)
    instance_id: str = Field(alias="instanceId", max_length=100)
    fields: dict[str, Any] = Field(default_factory=dict)
    block_id: str | None = None


class Permissions(SpecModel):
    """What the nugget asks for; a request, never a grant."""

    auto_approve_workspace_writes: bool | None = None
    auto_approve_safe_commands: bool | None = None
    allow_network: bool | None = None
    escalation_threshold: int | None = Field(default=None, ge=1, le=10)


class Runtime(SpecModel):
    """A talking helper's name, greeting, voice and face."""

    agent_name: str | None = Field(default=None, max_length=100)
    greeting: str | None = Field(default=None, max_length=500)
    fallback_response: str | None = Field(default=None, max_length=500)
    voice: str | None = Field(default=None, max_length=50)
    display_theme: str | None = Field(default=None, max_length=50)
    face_descriptor: dict[str, Any] | None = None


class BackpackSource(SpecModel):
    """Something that the child attached for the helpers to read, as data."""

    id: str = Field(max_length=100)
    type: Literal["pdf", "url", "youtube", "drive", "topic_pack", "sports_feed", "news_feed", "custom_feed"]
    title: str = Field(default="", max_length=200)
    uri: str | None = Field(default=None, max_length=2000)
    config: dict[str, Any] | None = None
    block_id: str | None = None


class StudyMode(SpecModel):
    """Quiz cards about this nugget, in a style, difficulty and rhythm."""

    enabled: bool = True
    style: str = Field(default="explain", max_length=50)
    difficulty: str = Field(default="medium", max_length=50)
    quiz_frequency: int = Field(default=3, ge=1, le=limits.QUIZ_FREQUENCY)


class Knowledge(SpecModel):
    """Attached sources and study mode."""

    backpack_sources: list[BackpackSource] | None = Field(default=None, max_length=limits.BACKPACK_SOURCES)
    study_mode: StudyMode | None = None


class Interface(SpecModel):
    """Something that one nugget offers to, or needs from, another in the same folder."""

    name: str = Field(max_length=limits.NAME)
    type: str = Field(max_length=100)
    description: str | None = Field(default=None, max_length=500)
    from_node_id: str | None = Field(default=None, max_length=100)
    block_id: str | None = None


class Composition(SpecModel):
    """What this nugget provides and requires."""

    parent_graph_id: str | None = Field(default=None, max_length=100)
    node_id: str | None = Field(default=None, max_length=100)
    provides: list[Interface] = Field(default_factory=list, max_length=limits.INTERFACES)
    requires: list[Interface] = Field(default_factory=list, max_length=limits.INTERFACES)


class TeamMember(SpecModel):
    """An adviser: a built-in one by its meeting type, or one of the child's own."""

    type: Literal["builtin", "custom"]
    meeting_type_id: str | None = Field(default=None, alias="meetingTypeId", max_length=100)
    name: str | None = Field(default=None, max_length=limits.NAME)
    persona: str | None = Field(default=None, max_length=limits.PERSONA)
    canvas_type: str | None = Field(default=None, alias="canvasType", max_length=50)
    block_id: str | None = None


class Documentation(SpecModel):
    """A guide for the child's audience, with a focus."""

    generate: bool = True
    focus: str = Field(default="how_it_works", max_length=50)
    block_id: str | None = None


class NuggetSpec(SpecModel):
    """Everything that the blocks of one nugget ask for."""

    nugget: Nugget = Field(default_factory=Nugget)
    style: Style | None = None
    requirements: list[Requirement] = Field(default_factory=list, max_length=limits.REQUIREMENTS)
    agents: list[Agent] = Field(default_factory=list, max_length=limits.AGENTS)
    deployment: Deployment = Field(default_factory=Deployment)
    workflow: Workflow = Field(default_factory=Workflow)
    skills: list[SkillUse] | None = Field(default=None, max_length=limits.SKILLS)
    rules: list[RuleUse] | None = Field(default=None, max_length=limits.RULES)
    portals: list[PortalUse] | None = Field(default=None, max_length=limits.PORTALS)
    devices: list[DeviceUse] | None = Field(default=None, max_length=limits.DEVICES)
    permissions: Permissions | None = None
    runtime: Runtime | None = None
    knowledge: Knowledge | None = None
    composition: Composition | None = None
    meeting_team: list[TeamMember] | None = Field(default=None, max_length=limits.MEETING_TEAM)
    documentation: Documentation | None = None
