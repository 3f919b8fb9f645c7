// The board in work, as the workshop's server tells it, and the strokes that change it.

/** @typedef {{file: string, key: string}} Place */
/** @typedef {Place & {cells: Object<string, string> | null, origin: string, source: string}} Row */
/** @typedef {{id: string, on: "hex" | "side" | "step", name: string, erases: boolean, file: string, set: Object<string, string>}} Brush */
/** @typedef {{id: string, name: string, words: string[] | null, key: boolean, note: boolean}} Column */
/** @typedef {{file: string, as: "map" | "counters" | "chart", title: string, columns: Column[], rows: Row[]}} File */
/** @typedef {Place & {text: string, hexes: string[]}} Finding */
/** @typedef {Place & {uses: number}} Guess */
/** @typedef {Place & {column?: string, was: string, is: string, mine: {origin: string, source: string}, theirs: {origin: string, source: string}, notes: object[]}} Change */
/** @typedef {{name: string, version: number, author: string}} Name */
/** @typedef {{rows: Row[], problems: Finding[], contradictions: Finding[], guesses: Guess[], left: Object<string, number>, percent: number, canUndo: boolean, canRedo: boolean, strokes: number}} Answer */
/** @typedef {Answer & {game: string, map: import("./contract.js").Grid, path: string, torn: boolean, board: Name, brushes: Brush[], files: File[]}} State */

/** Whether nobody has read a row on their copy yet.
 * @param {Row} r */
export const unsure = (r) => r.origin === "guess" || r.origin === "geography";

export class Model {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {Map<string, Map<string, Row>>} */
    this.rows = new Map(state.files.map((f) => [f.file, new Map((f.rows ?? []).map((r) => [r.key, r]))]));
    /** Hears which rows have changed.
     * @type {((rows: Row[]) => void)[]} */
    this.heard = [];
    /** @type {Promise<unknown>} */
    this.sent = Promise.resolve();
  }

  /** @param {Place} p */
  row(p) { return this.rows.get(p.file)?.get(p.key); }

  /** @param {string} file */
  file(file) { return this.state.files.find((f) => f.file === file); }

  /** @param {string} file */
  kind(file) { return this.file(file)?.as ?? "chart"; }

  /** The hexes that a row of the map is about.
   * @param {Place} p */
  hexesOf(p) { return this.kind(p.file) === "map" ? p.key.split(" ").filter((w) => /^\d+$/.test(w)).slice(0, 2) : []; }

  /** Rows of the map that are about hexes: all that one of them is in, or with `within` those that lie wholly in them.
   * @param {string[]} hexes
   * @param {boolean} [within]
   * @returns {Row[]} */
  around(hexes, within = false) {
    const all = new Set(hexes), is = (/** @type {string} */ h) => all.has(h), out = [];
    for (const f of this.state.files) {
      if (f.as !== "map") continue;
      for (const r of this.rows.get(f.file)?.values() ?? []) if (within ? this.hexesOf(r).every(is) : this.hexesOf(r).some(is)) out.push(r);
    }
    return out;
  }

  /** Whether a row holds what a brush paints.
   * @param {Brush} b
   * @param {Row} r */
  has(b, r) { return b.file === r.file && !!r.cells && Object.entries(b.set).every(([c, is]) => r.cells?.[c] === is); }

  /** What a cell holds, or a whole row, by the names of brushes where it is painted.
   * @param {Row | undefined} r
   * @param {string} [column] */
  called(r, column) {
    if (!r?.cells) return "";
    const cell = column ? r.cells[column] : Object.values(r.cells).join(" ");
    const names = this.state.brushes.filter((b) => column ? b.file === r.file && b.set[column] === cell : this.has(b, r)).map((b) => b.name);
    return names.join(", ") || cell;
  }

  /** What is still a guess, of one kind of file: the worst first.
   * @param {string} [as]
   * @returns {Place[]} */
  guessed(as) {
    const of = (/** @type {Place} */ p) => !as || this.kind(p.file) === as;
    const listed = this.state.guesses.filter(of);
    return listed.length ? listed : [...this.rows.values()].flatMap((rows) => [...rows.values()]).filter((r) => unsure(r) && of(r));
  }

  /**
   * Sends a stroke after those before it; null: it was refused, and `refused` says why.
   * @param {object} stroke
   * @param {(why: string) => void} refused
   * @returns {Promise<Answer | null>}
   */
  send(stroke, refused) {
    const sent = this.sent.then(async () => {
      const r = await fetch("stroke", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(stroke) });
      const said = await r.json();
      if (!r.ok) {
        refused(said.refused ?? r.statusText);
        return null;
      }
      this.take(said);
      return said;
    });
    this.sent = sent.catch(() => {});
    return sent;
  }

  /** @param {Answer} answer */
  take(answer) {
    for (const r of answer.rows ?? []) {
      if (r.cells) this.rows.get(r.file)?.set(r.key, r);
      else this.rows.get(r.file)?.delete(r.key);
    }
    const { rows, ...rest } = answer;
    Object.assign(this.state, rest);
    for (const f of this.heard) f(rows ?? []);
  }
}
