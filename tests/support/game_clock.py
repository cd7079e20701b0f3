"""A player in Chromium whose clock stands still until the test moves it, so a minute of play takes a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.support.ui import WebDriverWait

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver.chrome.webdriver import WebDriver

# The browser's own frames, which the page's clock does not hold back, bring the change of size to the page.
_NEXT_FRAMES = """
const done = arguments[arguments.length - 1];
const watch = new ResizeObserver(() => { watch.disconnect(); done(); });
watch.observe(document.documentElement);
"""
_WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
# Runs before the page: frames and timers wait for pass(ms); chance comes from a seed.
_CLOCK = """
(() => {
  let now = 0, ids = 0, seed = 7;
  const frames = new Map(), timers = new Map();
  window.requestAnimationFrame = (f) => { frames.set(++ids, f); return ids; };
  window.cancelAnimationFrame = (id) => frames.delete(id);
  window.setTimeout = (f, ms) => { timers.set(++ids, { f, at: now + (ms || 0) }); return ids; };
  window.clearTimeout = (id) => timers.delete(id);
  performance.now = () => now;
  Math.random = () => { seed = (seed * 16807) % 2147483647; return seed / 2147483647; };
  window.pass = (ms) => {
    for (const end = now + ms; now < end;) {
      now = Math.min(now + 1000 / 60, end);
      for (const [id, t] of [...timers]) if (t.at <= now) { timers.delete(id); t.f(); }
      const due = [...frames.values()]; frames.clear();
      for (const f of due) f(now);
    }
  };
})();
"""


class Player:
    """Plays one page: real keys, mouse and finger, and time only when ``wait`` lets it pass."""

    def __init__(self, browser: WebDriver) -> None:
        self._browser = browser
        self._ready = False

    def open(self, page: Path, *, size: tuple[int, int] = (1366, 768)) -> None:
        """Open a page from its file, in a window of a size, with an empty store."""
        self.resize(size)
        if not self._ready:
            self._cdp("Page.addScriptToEvaluateOnNewDocument", {"source": _CLOCK})
            self._ready = True
        self.console()
        self._browser.get(page.as_uri())
        if self.run("const kept = localStorage.length; localStorage.clear(); return kept"):
            self._browser.get(page.as_uri())

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size."""
        window: dict[str, object] = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        self._cdp("Emulation.setDeviceMetricsOverride", window)
        self._browser.execute_async_script(_NEXT_FRAMES)

    def calm(self, wanted: str) -> None:
        """Ask for less movement: ``reduce``, or ``no-preference``."""
        features = [{"name": "prefers-reduced-motion", "value": wanted}]
        self._cdp("Emulation.setEmulatedMedia", {"features": features})

    def reload(self) -> None:
        """Load the page again; what it keeps stays."""
        self._browser.refresh()

    def run(self, script: str, *arguments: object) -> object:
        """Run a script in the page and return what it returns."""
        found: object = self._browser.execute_script(script, *arguments)
        return found

    def number(self, script: str, *arguments: object) -> float:
        """Run a script that returns a number, or a text that is one."""
        return float(str(self.run(script, *arguments)))

    def wait(self, ms: float) -> None:
        """Let time pass in the page."""
        self.run("pass(arguments[0])", ms)

    def press(self, key: str) -> None:
        """Press a key and let it go."""
        ActionChains(self._browser, duration=0).send_keys(key).perform()

    def hold(self, key: str, ms: float) -> None:
        """Hold a key while time passes."""
        ActionChains(self._browser, duration=0).key_down(key).perform()
        self.wait(ms)
        ActionChains(self._browser, duration=0).key_up(key).perform()

    def click(self, target: str) -> None:
        """Click the middle of something."""
        box = self.box(target)
        middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind in ("mousePressed", "mouseReleased"):
            self._cdp("Input.dispatchMouseEvent", {"type": kind, "button": "left", "clickCount": 1, **middle})

    def touch(self, x: float, y: float) -> None:
        """Touch a place with a finger and take the finger away."""
        moves = [
            {"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": moves}
        self._browser.execute("actions", {"actions": [finger]})

    def tap(self, target: str) -> None:
        """Touch the middle of something."""
        box = self.box(target)
        self.touch(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def wait_for_state(self, state: str) -> None:
        """Wait until the browser has told the page: a tap becomes a click only after it is clear that it was one."""
        WebDriverWait(self._browser, 30, poll_frequency=0.03).until(lambda _: self.state() == state, message=state)

    def until(self, script: str, *, within: float = 60000, every: float = 100) -> None:
        """Let time pass until the script says true; fails after ``within`` milliseconds of the page's time."""
        met = self.run(
            "for (let t = 0; t < arguments[0]; t += arguments[1]) {"
            f" if ((() => {{ return {script} }})()) return true; pass(arguments[1]); }} return false",
            within,
            every,
        )
        assert met, f"never came true: {script}"

    def frame_costs(self, frames: int) -> list[float]:
        """Let frames pass; return what each cost in script and layout, sorted: milliseconds of processor time."""
        self._browser.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        costs, before = [], self._busy()
        for _ in range(frames):
            self.run("pass(1000 / 60); document.body.getBoundingClientRect()")
            after = self._busy()
            costs.append((after - before) * 1000)
            before = after
        self._cdp("Performance.disable", {})
        return sorted(costs)

    def _busy(self) -> float:
        metrics = self._browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return sum(float(one["value"]) for one in metrics if one["name"] in _WORK)

    def state(self) -> str:
        """Return ready, playing, paused, over or won."""
        return str(self.run("return document.body.dataset.state"))

    def shown(self, what: str) -> int:
        """Return a number of the screen: score, lives, best, level, time or progress."""
        return int(self.number("return document.querySelector(arguments[0]).dataset.value", f"[data-show={what}]"))

    def box(self, target: str) -> dict[str, float]:
        """Return where something is in the window."""
        script = "const b = document.querySelector(arguments[0]).getBoundingClientRect();"
        found = self.run(script + "return [b.x, b.y, b.width, b.height]", target)
        assert isinstance(found, list)
        return dict(zip(("x", "y", "width", "height"), map(float, found), strict=True))

    def visible(self, target: str) -> bool:
        """Tell whether something is there and has a size."""
        script = "const e = document.querySelector(arguments[0]); return !!e && e.checkVisibility()"
        return bool(self.run(script, target))

    def count(self, target: str) -> int:
        """Return how many there are."""
        return int(self.number("return document.querySelectorAll(arguments[0]).length", target))

    def console(self) -> list[str]:
        """Return what the page wrote to the console since the last look."""
        entries = self._browser.execute("getLog", {"type": "browser"})["value"]
        return [f"{entry['level']}: {entry['message']}" for entry in entries]

    def _cdp(self, command: str, arguments: dict[str, object]) -> None:
        self._browser.execute_cdp_cmd(command, arguments)
