"""The library: sloppy files are read, and every item that is lost is named."""

from __future__ import annotations

from elisa.spec.library import read_library

GOOD = {"id": "s", "name": "S", "prompt": "p", "category": "agent"}


def test_missing_files_are_empty() -> None:
    library, problems = read_library()
    assert (library.skills, library.rules, library.portals, problems) == ((), (), (), ())


def test_pitfall_13_a_corrupt_item_is_named_and_the_others_stay() -> None:
    library, problems = read_library([{"id": "x", "name": "X"}, GOOD, None], [], [])
    assert [skill.id for skill in library.skills] == ["s"]
    assert [(one.code, one.message) for one in problems] == [
        ("bad_item", "skills.json, item 1: prompt is missing. I leave this one out."),
        ("bad_item", "skills.json, item 3: id + name + prompt is missing. I leave this one out."),
    ]


def test_report_P041_extra_keys_are_no_fault() -> None:
    _, problems = read_library([{**GOOD, "colour": "red", "version": 3}], [{**GOOD, "trigger": "always", "x": {}}], [])
    assert problems == ()


def test_a_file_that_holds_no_list_is_an_error() -> None:
    library, problems = read_library({"skills": []})
    assert library.skills == ()
    assert [(one.code, one.severity) for one in problems] == [("library_not_a_list", "error")]


def test_two_items_of_one_id_the_first_counts() -> None:
    library, problems = read_library([GOOD, {**GOOD, "name": "Later"}])
    assert [skill.name for skill in library.skills] == ["S"]
    assert [one.code for one in problems] == ["duplicate_item"]


def test_a_part_of_the_wrong_type_is_dropped_and_named() -> None:
    library, problems = read_library([{**GOOD, "workspace": [1]}])
    assert library.skills[0].workspace is None
    assert [one.code for one in problems] == ["bad_part"]


def test_a_workspace_that_is_nested_too_deeply_is_dropped_and_named() -> None:
    deep: dict[str, object] = {}
    for _ in range(5000):
        deep = {"next": deep}
    library, problems = read_library([{**GOOD, "workspace": deep}])
    assert library.skills[0].workspace is None
    assert [one.code for one in problems] == ["bad_part"]


def test_params_of_a_portal_are_read() -> None:
    params = [{"name": "n", "type": "number", "default": 4}, {"name": "c", "type": "choice", "choices": ["a", 1]}]
    portal = {
        "id": "p",
        "name": "P",
        "mechanism": "cli",
        "status": "ready",
        "templateId": "t",
        "capabilities": [{"id": "c", "name": "C", "kind": "action", "params": params}],
    }
    library, problems = read_library(portals=[portal])
    assert problems == ()
    read = library.portals[0]
    assert (read.status, read.template_id) == ("ready", "t")
    found = read.capability("c")
    assert found
    assert [(one.name, one.type, one.default, one.choices) for one in found.params] == [
        ("n", "number", 4, ()),
        ("c", "choice", None, ("a",)),
    ]


def test_half_a_character_is_replaced() -> None:
    library, _ = read_library([{**GOOD, "prompt": "smile \ud83d"}])
    assert library.skills[0].prompt == "smile \ufffd"


def test_a_param_of_an_unknown_type_is_a_text_and_named() -> None:
    params = [{"name": "a", "type": []}, {"name": "b", "type": "colour"}]
    capability = {"id": "c", "name": "C", "params": params}
    library, problems = read_library(
        portals=[{"id": "p", "name": "P", "mechanism": "cli", "capabilities": [capability]}]
    )
    assert [param.type for param in library.portals[0].capabilities[0].params] == ["string", "string"]
    assert [one.code for one in problems] == ["bad_part", "bad_part"]
