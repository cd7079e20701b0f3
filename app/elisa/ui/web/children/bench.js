// @ts-check
// The page in which test code runs, apart from the page under test: `test`, `check`, and a `page` whose every call goes
// out as a message and comes back as an answer.
{
  const word = /** @type {string} */ ("WORD");
  const say = console.log.bind(console);
  const FRAME = 16;
  const PURE = new Set(["text", "value", "visible", "count", "attribute", "box", "style"]);

  /** @typedef {{title: string, requirement: string | null, proof: string | null, body: (page: unknown) => unknown}} Test */
  /** @type {Test[]} */
  const tests = [];
  /** @type {Map<number, {resolve: (value: unknown) => void, reject: (problem: Error) => void}>} */
  const waiting = new Map();
  let calls = 0;
  let checked = 0;
  let round = 0;
  /** @type {unknown[][] | null} */
  let reads = null;

  const post = (/** @type {object} */ message) => say(word + JSON.stringify(message));

  const call = (/** @type {string} */ name, /** @type {unknown[]} */ ...args) => {
    if (reads !== null) {
      if (PURE.has(name)) reads.push([name, ...args]);
      else reads = null;
    }
    calls += 1;
    const id = calls;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      post({ call: name, args, id, round });
    });
  };

  const show = (/** @type {unknown} */ value) => {
    const text = JSON.stringify(value);
    return text === undefined ? `${value}` : text.length > 200 ? `${text.slice(0, 200)}…` : text;
  };

  const sorted = (/** @type {unknown} */ value) => JSON.stringify(value, (_key, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part);

  const check = (/** @type {unknown} */ ok, /** @type {string} */ message = "A check was not true.") => {
    checked += 1;
    if (ok instanceof Promise) throw new Error("check() got a promise: put “await” before the page call.");
    if (!ok) throw new Error(message);
  };
  check.equal = (/** @type {unknown} */ actual, /** @type {unknown} */ expected, /** @type {string} */ message = "") => {
    checked += 1;
    if (actual instanceof Promise) throw new Error("check.equal() got a promise: put “await” before the page call.");
    if (Object.is(actual, expected) || sorted(actual) === sorted(expected)) return;
    throw new Error(`${message ? `${message}: ` : ""}expected ${show(expected)}, found ${show(actual)}`);
  };

  const test = (/** @type {string} */ title, /** @type {unknown} */ marks, /** @type {unknown} */ body) => {
    const run = typeof marks === "function" ? marks : body;
    const named = /** @type {{requirement?: unknown, proof?: unknown}} */ (typeof marks === "object" && marks ? marks : {});
    if (typeof run !== "function") throw new Error(`test("${title}") has no function to run.`);
    const id = (/** @type {unknown} */ name) => (typeof name === "string" && name !== "" ? name : null);
    tests.push({
      title: `${title}`, requirement: id(named.requirement), proof: id(named.proof),
      body: /** @type {Test["body"]} */ (run),
    });
  };

  /** Moves the clock frame by frame until the function is true; where it only reads the page, the page watches itself. */
  const until = async (/** @type {() => unknown} */ holds, /** @type {{within?: number, what?: string}} */ options = {}) => {
    checked += 1;
    const { within = 5000, what = "what the test waits for" } = options;
    for (let passed = 0; ;) {
      reads = [];
      if (await holds()) { reads = null; return passed; }
      const watched = reads;
      reads = null;
      if (passed >= within) throw new Error(`After ${within} ms the page still does not show: ${what}.`);
      const left = within - passed;
      passed += watched !== null && watched.length > 0
        ? FRAME * Number(await call("frames", watched, Math.ceil(left / FRAME)))
        : Number(await call("frame"));
    }
  };

  const page = Object.freeze({
    ...Object.fromEntries([
      "click", "tap", "press", "hold", "type", "drag", "move", "text", "value", "visible", "count", "attribute", "box",
      "style", "pixel", "advance", "reload", "open", "resize", "errors", "dialogs",
    ].map((name) => [name, (/** @type {unknown[]} */ ...args) => call(name, ...args)])),
    until,
    evaluate: (/** @type {unknown} */ fn, /** @type {unknown[]} */ ...args) => call("evaluate", `${fn}`, args),
  });

  const blame = (/** @type {unknown} */ problem) => {
    if (!(problem instanceof Error)) return `${problem}`;
    if (problem.constructor === Error) return problem.message;
    const place = /([\w./-]+\.js):(\d+)/u.exec(problem.stack ?? "");
    return `${problem.name}: ${problem.message}${place ? ` (${place[1]}:${place[2]})` : ""}`;
  };

  const start = async (/** @type {number} */ index, /** @type {number} */ newRound) => {
    const chosen = tests[index];
    if (chosen === undefined) return;
    round = newRound;
    checked = 0;
    reads = null;
    waiting.clear();
    try {
      await chosen.body(page);
      if (round !== newRound) return;
      post({ done: true, round, ok: checked > 0, error: checked > 0 ? "" : "This test checks nothing, so it proves nothing." });
    } catch (problem) {
      if (round === newRound) post({ done: true, round, ok: false, error: blame(problem) });
    }
  };

  const answer = (/** @type {number} */ id, /** @type {boolean} */ ok, /** @type {unknown} */ value) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (ok) caller?.resolve(value);
    else caller?.reject(new Error(`${value}`));
  };

  const declared = () => JSON.stringify(tests.map(({ title, requirement, proof }) => ({ title, requirement, proof })));

  Object.assign(globalThis, { test, check });
  Object.defineProperty(globalThis, "elisaBench", { value: Object.freeze({ start, answer, declared }) });
}
