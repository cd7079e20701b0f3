from __future__ import annotations

from typing import TYPE_CHECKING

from support.helpers_at_work import helper

if TYPE_CHECKING:
    from pathlib import Path


async def test_analyze_dependencies_shows_who_needs_whom_and_what_is_missing(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    pixel.write(
        "index.html", '<link rel="stylesheet" href="style.css"><script src="js/game.js"></script><img src="cat.png">'
    )
    pixel.write("js/game.js", "import x from './x.js'; import 'kaboom'; import './gone.js'")
    pixel.write("js/x.js", "")
    pixel.write("src/main.py", "import json\nimport requests\nfrom . import rules\nfrom helpers.words import say\n")
    pixel.write("src/rules.py", "")
    pixel.write("src/helpers/words.py", "")
    pixel.write("requirements.txt", "requests>=2\n# a remark\nrich\n")
    pixel.write("package.json", '{"dependencies": {"kaboom": "1"}}')
    told = (await pixel.use("analyze_dependencies")).content
    assert "Packages asked for: kaboom, requests, rich" in told
    assert "index.html needs js/game.js" in told
    assert "js/game.js needs js/x.js" in told
    assert "src/main.py needs src/rules.py, src/helpers/words.py" in told
    assert "json (comes with Python), kaboom, requests" in told
    for missing in ("index.html:1 wants style.css", "index.html:1 wants cat.png", "js/game.js:1 wants ./gone.js"):
        assert f"Missing: {missing}" in told


async def test_damaged_package_files_are_named(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    for name in ("package.json", "pyproject.toml"):
        pixel.write(name, "[" * 5000)
    assert "package.json is damaged" in (await pixel.use("analyze_dependencies")).content


async def test_explain_function_shows_source_users_and_complexity(tmp_path: Path) -> None:
    pixel = helper(tmp_path)
    pixel.write(
        "game.js",
        "class Game {\n  start(fast) {\n    return fast ? 2 : 1;\n  }\n}\nconst go = () => new Game().start(true);\n",
    )
    pixel.write("index.html", '<button onclick="go()">Go</button>\n<script>\ngo();\n</script>')
    told = (await pixel.use("explain_function", name="Game.start")).content
    assert "function Game.start, game.js:2" in told
    assert "3|     return fast ? 2 : 1;" in told
    assert "Ways through it: 2" in told
    assert "Used in: game.js:6" in told
    of_go = (await pixel.use("explain_function", name="go")).content
    assert "Used in: index.html:3" in of_go
    assert "Calls: start, Game" in of_go
    assert not (await pixel.use("explain_function", name="stop")).ok
    assert not (await pixel.use("explain_function", name="go", path="index.html")).ok
