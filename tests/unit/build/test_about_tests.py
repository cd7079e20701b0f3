"""Conditions that ask for passing tests, in four languages, and those that only look so."""

from __future__ import annotations

import pytest

from elisa.build.about_tests import asks_for_passing_tests


@pytest.mark.parametrize(
    "condition",
    [
        "all tests pass", "All the tests are green!", "until every test passes", "No test fails.",
        "there are no failing tests", "todas las pruebas pasan", "Hasta que pasen todos los tests",
        "las pruebas están en verde", "ninguna prueba falla", "tous les tests passent",
        "Jusqu’à ce que tous les tests réussissent !", "les tests sont verts", "aucun test n'échoue",
        "alle Tests bestehen", "Bis alle Tests grün sind.", "alle Prüfungen sind bestanden", "kein Test schlägt fehl",
        "ALLE TESTS LAUFEN DURCH",
    ],
)  # fmt: skip
def test_only_passing_tests_are_asked_for(condition: str) -> None:
    assert asks_for_passing_tests(condition)


@pytest.mark.parametrize(
    "condition",
    [
        "", "tests", "all tests", "all tests fail", "not all tests pass", "no tests pass", "las pruebas no pasan",
        "ninguna prueba pasa", "aucun test ne passe", "kein Test besteht", "all tests pass and it looks nice",
        "the game is fun to test", "it works", "alles ist gut",
    ],
)  # fmt: skip
def test_everything_else_is_for_somebody_who_looks(condition: str) -> None:
    assert not asks_for_passing_tests(condition)
