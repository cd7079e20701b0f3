// @ts-check
// The one place where JavaScript calls Python. `call` asks and gets the answer at once; what Python has to say comes as
// messages, each to who listens for its kind. Overlays and the editor get this host, never the channel itself.

/** @typedef {Record<string, any>} Values */

export class Host {
  /** @type {Map<string, ((values: Values) => void)[]>} */
  #listeners = new Map();
  /** @type {{call: (text: string) => Promise<string>}} */
  #port;

  /** @param {any} port The bridge object of the channel. */
  constructor(port) {
    this.#port = port;
    port.message.connect((/** @type {string} */ text) => this.#hear(text));
  }

  /**
   * Listen for messages of a kind.
   * @param {string} kind
   * @param {(values: Values) => void} heard
   */
  on(kind, heard) {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), heard]);
  }

  /**
   * Ask Python something by name.
   * @param {string} name
   * @param {Values} [values]
   * @returns {Promise<any>}
   */
  async call(name, values = {}) {
    const answer = JSON.parse(await this.#port.call(JSON.stringify({ name, values })));
    if (answer.error) throw new Error(answer.error);
    return answer.value;
  }

  /** @param {string} text */
  #hear(text) {
    const { kind, ...values } = JSON.parse(text);
    for (const heard of this.#listeners.get(kind) ?? []) heard(values);
  }
}

/** @returns {Promise<Host>} */
export function connect() {
  return new Promise((resolve) => {
    new QWebChannel(qt.webChannelTransport, (/** @type {any} */ channel) => resolve(new Host(channel.objects.bridge)));
  });
}
