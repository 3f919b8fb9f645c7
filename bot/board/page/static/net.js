// What the page asks of its server.

/** @typedef {import("./contract.js").State} State */
/** @typedef {import("./contract.js").Done} Done */

/** The server did not answer: nothing is known of what was asked. */
export class Lost extends Error {}

/** The server refused; its text is for the reader. */
export class Refused extends Error {
  /**
   * @param {string} text
   * @param {number} status
   * @param {Done} [done]
   */
  constructor(text, status, done) {
    super(text);
    this.status = status;
    this.done = done;
  }
}

const patience = 15000; // ms until a request counts as lost
const again = 3000; // ms until an action that was lost is sent again

export class Net {
  constructor() {
    this.base = location.pathname + "/"; // of the match, or of the course
    /** Hears whether the server can be reached.
     * @type {(up: boolean) => void} */
    this.reached = () => {};
    /** Sends at once what waits to be sent again. */
    this.wake = () => {};
  }

  /**
   * @param {string} what
   * @param {Object<string, string | number | undefined>} [params]
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  get(what, params = {}, signal) {
    const q = new URLSearchParams();
    for (const [k, v] of Object.entries(params)) if (v !== undefined) q.set(k, String(v));
    const query = q.toString();
    return this.#fetch(this.base + what + (query ? "?" + query : ""), { signal });
  }

  /**
   * Asks at an address that the server has named.
   * @param {string} address
   * @returns {Promise<any>}
   */
  at(address) { return this.#fetch(address, {}); }

  /**
   * Has something done once: what was lost on the way is sent again, with its key, until there is an answer.
   * @param {Object<string, any>} body
   * @returns {Promise<Done>}
   */
  async do(body) {
    const init = {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    };
    for (let wait = 0; ; wait = again) {
      try {
        return await this.#fetch(this.base + "do", init);
      } catch (err) {
        if (!(err instanceof Lost)) throw err;
      }
      await new Promise((go) => { this.wake = () => go(null); setTimeout(go, wait); });
    }
  }

  /**
   * @param {string} url
   * @param {RequestInit} init
   */
  async #fetch(url, init) {
    const late = AbortSignal.timeout(patience);
    let res, out;
    try {
      const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
      res = await fetch(url, { ...init, signal, credentials: "same-origin" });
      out = res.headers.get("Content-Type")?.startsWith("application/json") ? await res.json() : { text: await res.text() };
    } catch (err) {
      if (init.signal?.aborted) throw err;
      this.reached(false);
      throw new Lost();
    }
    this.reached(true);
    // An action that was refused is answered with why, and the match as it is; a question only with why.
    if (init.method === "POST" ? res.ok || (res.status !== 409 && out.state) : res.ok && !out.refusal) return out;
    throw new Refused(out.refusal?.text ?? out.text ?? res.statusText, res.status, out);
  }
}

/** A name that no other command has. */
export function key() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}
