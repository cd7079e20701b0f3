"""Whether a child's condition asks for nothing but passing tests, in English, Spanish, French or German.

Only a sentence made wholly of these words counts. All others are judged by somebody who looks, and never by a guess.
"""

from __future__ import annotations

import re
import unicodedata


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WORD = re.compile(r"[^\W\d_]+")
_TESTS = _words("test tests prueba pruebas essai essais prüfung prüfungen testfall testfälle")
_PASS = _words(
    "pass passes passed passing green ok okay work works working succeed succeeds fine "
    "pasa pasan pasado pasen pase verde verdes bien funciona funcionan funcionen aprobada aprobadas aprobado aprobados "
    "passe passent passé passés réussi réussis réussit réussissent vert verts marche marchent fonctionne fonctionnent "
    "bestehen besteht bestanden grün laufen läuft klappen klappt funktionieren funktioniert gut"
)
_FAIL = _words(
    "fail fails failed failing red broken falla fallan falle fallen roja rojas rojo rojos "
    "échoue échouent échoué rouge rouges rate ratent fehlschlagen schlägt schlagen fehl rot scheitern scheitert"
)
_NO = _words("no none ningún ninguna ninguno aucun aucune pas kein keine keiner")
_FILL = _words(
    "until all every each the my our of is are be has have now there when "
    "hasta que en todas todos toda todo las los la el mis mi están está estén esté son sean han ha hay cuando ya "
    "jusqu à ce tous toutes tout toute les le mes mon que sont soient soit est ont il y a quand n de "
    "bis alle jeder jede die der das meine meinen mein sind ist haben hat es gibt durch wenn von"
)


def asks_for_passing_tests(condition: str) -> bool:
    """Tell whether this says that the tests pass, or that none of them fails."""
    words = _WORD.findall(unicodedata.normalize("NFC", condition).casefold())
    known = set(words)
    if not words or not known & _TESTS or not known <= _TESTS | _PASS | _FAIL | _NO | _FILL:
        return False
    says_no = sum(word in _NO for word in words)
    if known & _FAIL:
        return says_no == 1 and not known & _PASS
    return bool(known & _PASS) and says_no == 0
