// @ts-check
// In a world of its own beside the page: finds things, reads them, and counts the input that arrived. The page shares the
// document with it but can change nothing here.
{
  const heard = {
    pointerdown: 0, pointerup: 0, pointermove: 0, click: 0, keydown: 0, keyup: 0, touchstart: 0, touchend: 0, input: 0,
  };
  for (const kind of /** @type {(keyof typeof heard)[]} */ (Object.keys(heard))) {
    window.addEventListener(kind, () => { heard[kind] += 1; }, { capture: true, passive: true });
  }
  /** @type {string[]} */
  const missing = [];
  window.addEventListener("pointercancel", () => { heard.pointerup += 1; }, { capture: true, passive: true });
  // a touch that the page took for itself is followed by no click
  window.addEventListener("touchend", (event) => {
    setTimeout(() => { if (event.defaultPrevented) heard.click += 1; });
  }, { capture: true, passive: true });

  // what a page names and does not get (a picture, a script, a sound); the console does not say it
  window.addEventListener("error", (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const address = target.getAttribute("src") ?? target.getAttribute("href") ?? target.localName;
    missing.push(`${address} could not be loaded`);
  }, { capture: true });

  const words = (/** @type {Element} */ element) =>
    (element instanceof HTMLElement ? element.innerText : (element.textContent ?? "")).replace(/\s+/gu, " ").trim();

  const isVisible = (/** @type {Element} */ element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };

  /** Innermost elements whose words are exactly these, else those that contain them; visible ones first. */
  const byWords = (/** @type {string} */ wanted) => {
    const all = [...document.body.querySelectorAll("*:not(script, style)")];
    const ask = wanted.replace(/\s+/gu, " ").trim();
    const exact = all.filter((element) => words(element) === ask);
    const found = exact.length > 0 ? exact : all.filter((element) => words(element).includes(ask));
    const inner = found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
    return [...inner.filter(isVisible), ...inner.filter((element) => !isVisible(element))];
  };

  const all = (/** @type {string} */ target) => {
    if (typeof target !== "string" || target === "") throw new Error("A target is a selector or “text=…”.");
    if (target.startsWith("text=")) return byWords(target.slice(5));
    try {
      return [...document.querySelectorAll(target)];
    } catch {
      throw new Error(`“${target}” is no selector that a browser knows.`);
    }
  };

  const one = (/** @type {string} */ target) => {
    const found = all(target);
    const element = found.find(isVisible) ?? found[0];
    if (element === undefined) throw new Error(`There is no “${target}” on the page.`);
    return element;
  };

  const plainBox = (/** @type {Element} */ element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };

  const value = (/** @type {Element} */ element) => {
    if (element instanceof HTMLInputElement && /^(?:checkbox|radio)$/u.test(element.type)) return element.checked;
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) return element.value;
    if (element instanceof HTMLTextAreaElement) return element.value;
    throw new Error("Only an input, a text area or a select has a value.");
  };

  /** The middle of an element, scrolled into view, where a finger would land on it. */
  const point = (/** @type {string} */ target) => {
    const element = one(target);
    if (!isVisible(element)) throw new Error(`“${target}” is there but cannot be seen.`);
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const box = element.getBoundingClientRect();
    const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
    if (left >= right || top >= bottom) throw new Error(`“${target}” lies outside of the window.`);
    const x = (left + right) / 2, y = (top + bottom) / 2;
    const hit = document.elementFromPoint(x, y);
    if (hit !== null && !element.contains(hit) && !hit.contains(element) && !(hit instanceof HTMLLabelElement)) {
      throw new Error(`Something lies over “${target}”: <${describe(hit)}>.`);
    }
    return { x, y, deaf: element.matches(":disabled") };
  };

  const describe = (/** @type {Element} */ element) => {
    const name = element.localName + (element.id ? `#${element.id}` : "");
    return element.classList.length > 0 ? `${name}.${[...element.classList].join(".")}` : name;
  };

  const born = Math.random();

  let loaded = 0;
  new PerformanceObserver((list) => {
    loaded += list.getEntries().filter((entry) => entry.name.startsWith("http")).length;
  }).observe({ type: "resource", buffered: true });

  const reads = {
    text: (/** @type {string} */ target) => words(one(target)),
    value: (/** @type {string} */ target) => value(one(target)),
    visible: (/** @type {string} */ target) => all(target).some(isVisible),
    count: (/** @type {string} */ target) => all(target).length,
    attribute: (/** @type {string} */ target, /** @type {string} */ name) => one(target).getAttribute(name),
    box: (/** @type {string} */ target) => plainBox(one(target)),
    style: (/** @type {string} */ target, /** @type {string} */ property) =>
      getComputedStyle(one(target)).getPropertyValue(property.replace(/[A-Z]/gu, (big) => `-${big.toLowerCase()}`)),
    point,
    focus: (/** @type {string} */ target) => {
      const element = one(target);
      if (document.activeElement !== element && element instanceof HTMLElement) element.focus();
      return document.activeElement === element;
    },
    heard: () => ({ ...heard, born }),
    missing: () => missing,
    loaded: () => loaded,
    title: () => document.title,
  };

  /** One read as JSON text: `{ok, value}` or `{ok: false, error}`. */
  const look = (/** @type {keyof typeof reads} */ name, /** @type {unknown[]} */ args) => {
    try {
      const read = /** @type {(...args: unknown[]) => unknown} */ (reads[name]);
      return JSON.stringify({ ok: true, value: read(...args) });
    } catch (problem) {
      return JSON.stringify({ ok: false, error: problem instanceof Error ? problem.message : `${problem}` });
    }
  };

  /** Resolves by setting `elisaPainted` once two frames have been made; when they reach the screen nobody tells a page. */
  const paint = () => {
    Object.assign(globalThis, { elisaPainted: false });
    requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(globalThis, { elisaPainted: true })));
  };

  const marker = document.createElement("div");
  /** A dot of this colour in the corner, above everything, until it is taken away again: the picture that has it is not old. */
  const mark = (/** @type {string | null} */ colour) => {
    marker.remove();
    if (colour === null) return;
    marker.style.cssText = "all: initial !important; position: fixed !important; left: 0 !important; top: 0 !important;"
      + `width: 2px !important; height: 2px !important; background: ${colour} !important; display: block !important;`;
    marker.popover = "manual";
    document.documentElement.append(marker);
    marker.showPopover();
  };

  const channel = new MessageChannel();
  /** @type {() => void} */
  let next = () => undefined;
  channel.port1.onmessage = () => next();

  /** Moves the page's clock by whole frames until one of the reads is not what it was, or `most` have passed. */
  const frames = (
    /** @type {string} */ word, /** @type {number} */ token, /** @type {[keyof typeof reads, ...unknown[]][]} */ wanted,
    /** @type {number} */ most,
  ) => {
    const now = () => wanted.map(([name, ...args]) => look(name, args)).join();
    const before = now();
    let passed = 0;
    next = () => {
      if (!window.dispatchEvent(new Event(`${word}-step`, { cancelable: true }))) {
        channel.port2.postMessage(0);
        return;
      }
      passed += 1;
      if (passed >= most || now() !== before) {
        console.log(word + JSON.stringify({ token, value: passed }));
        return;
      }
      window.dispatchEvent(new Event(`${word}-frame`));
      channel.port2.postMessage(0);
    };
    window.dispatchEvent(new Event(`${word}-frame`));
    channel.port2.postMessage(0);
  };

  Object.assign(globalThis, { elisaLook: look, elisaPaint: paint, elisaMark: mark, elisaFrames: frames, elisaPainted: false });
}
