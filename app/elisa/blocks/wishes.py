"""Effects of the wishes and of the blocks that put them in order: proofs, containers, timers, gates, rounds."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, cast

from elisa.spec import limits
from elisa.spec.nugget import BehavioralTest, FeedbackLoop, FlowHint, Gate, IterationCondition

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.blocks.reading import Effect, Reading
    from elisa.blocks.tree import Node
    from elisa.blocks.values import Values

ORDER = frozenset({"first_then", "at_same_time"})
"""Effects of the blocks that only put others in order."""
LoopTrigger = Literal["test_failure", "review_rejection", "custom"]


def _requirement(reading: Reading, node: Node, values: Values) -> None:
    kind = node.kind.meaning["requirement"] if node.kind else ""
    if kind == "when_then":
        trigger, action = values.text("TRIGGER_TEXT"), values.text("ACTION_TEXT")
        sentence = f"When {trigger} happens, {action} should happen"
        made = reading.add_requirement(node, kind, sentence, values)
        if made is not None:
            made.trigger, made.action = trigger, action
        return
    field = {"feature": "FEATURE_TEXT", "constraint": "CONSTRAINT_TEXT", "data": "DATA_TEXT"}[kind]
    reading.add_requirement(node, kind, values.text(field), values)


def _proof(reading: Reading, node: Node, values: Values) -> None:
    workflow = reading.spec.workflow
    workflow.testing_enabled = True
    wish = reading.requirement_of(node.parent) if node.parent else None
    if wish is None:
        return
    workflow.behavioral_tests = workflow.behavioral_tests or []
    test = BehavioralTest(
        id=f"test_{len(workflow.behavioral_tests)}",
        when=values.text("GIVEN_WHEN"),
        then=values.text("THEN"),
        requirement_id=wish.id,
        block_id=node.id,
    )
    if reading.keep(workflow.behavioral_tests, test, limits.BEHAVIORAL_TESTS, node):
        wish.test_id = wish.test_id or test.id


def _timer(reading: Reading, node: Node, values: Values) -> None:
    seconds = values.number("INTERVAL")
    made = reading.add_requirement(node, "timer", f"Repeat every {seconds} seconds", values)
    if made is not None:
        made.interval_seconds = seconds
        reading.timers.append((node, made))
    _ask_for_contents(reading, node)


def _order(reading: Reading, node: Node, values: Values) -> None:
    del values
    side_by_side = node.kind is not None and node.kind.effect == "at_same_time"
    hint = FlowHint(type="parallel" if side_by_side else "sequential", block_id=node.id)
    if reading.keep(reading.spec.workflow.flow_hints, hint, limits.FLOW_HINTS, node):
        reading.hints.append((node, hint))
    _ask_for_contents(reading, node)


def _ask_for_contents(reading: Reading, node: Node) -> None:
    if node.kind and any(name not in node.children for name in node.kind.inputs):
        reading.findings.add("empty_container", node)


def _gate(reading: Reading, node: Node, values: Values) -> None:
    text = values.text("GATE_DESCRIPTION")
    workflow = reading.spec.workflow
    workflow.review_enabled = True
    workflow.gates = workflow.gates or []
    gate = Gate(id=f"gate_{len(workflow.gates)}", text=text, after=reading.done_before, block_id=node.id)
    if reading.keep(workflow.gates, gate, limits.GATES, node):
        workflow.human_gates.append(text)


def _keep_improving(reading: Reading, node: Node, values: Values) -> None:
    condition = IterationCondition(condition=values.text("CONDITION_TEXT"), block_id=node.id, after=reading.done_before)
    reading.keep(reading.spec.workflow.iteration_conditions, condition, limits.ITERATION_CONDITIONS, node)


def _feedback_loop(reading: Reading, node: Node, values: Values) -> None:
    workflow = reading.spec.workflow
    workflow.feedback_loops = workflow.feedback_loops or []
    loop = FeedbackLoop(
        id=values.text("LOOP_ID"),
        trigger=cast("LoopTrigger", values.choice("TRIGGER")),
        exit_condition=values.text("EXIT_CONDITION"),
        max_iterations=int(values.number("MAX_ITERATIONS")),
        connects_from=values.text("CONNECTS_FROM"),
        connects_to=values.text("CONNECTS_TO"),
        block_id=node.id,
    )
    reading.keep(workflow.feedback_loops, loop, limits.FEEDBACK_LOOPS, node)


EFFECTS: Mapping[str, Effect] = MappingProxyType(
    {
        "requirement": _requirement,
        "proof": _proof,
        "timer": _timer,
        "first_then": _order,
        "at_same_time": _order,
        "gate": _gate,
        "keep_improving": _keep_improving,
        "feedback_loop": _feedback_loop,
    }
)
