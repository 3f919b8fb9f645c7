// The reader's own map and counters, as pictures. They are read, kept and drawn in this browser alone: nothing here sends them anywhere.
// Numbers of hexes, marks, steps, states and values stay ours, above them.
import { h, remembered, s, the } from "./dom.js";
import { learn, say } from "./words.js";
import { aloud } from "./dialogs.js";
import { Refused, back, forget, keep, lay, open, pin, recall, three } from "./picture.js";

/** @typedef {import("./board.js").Page} Page */
/** @typedef {{words: Object<string, string>, units: import("./contract.js").Piece[]}} Own what the server says for this */

const mostFaces = 400, face = { bytes: 2e6, side: 1024, pixels: 160 * 160, as: "image/png" };

/** @type {Promise<Skin> | undefined} */
let made;

/** The look of a page, once what it says and what is kept has come.
 * @param {Page} page */
export const skin = (page) => made ??= begin(page).catch((err) => { made = undefined; throw err; });

/** @param {Page} page */
async function begin(page) {
  /** @type {Own} */
  const own = await page.net.get("skin", { lang: document.documentElement.lang });
  learn(own.words);
  document.head.append(h("link", { rel: "stylesheet", href: new URL("skin.css", import.meta.url) }));
  return new Skin(page, own.units).recall();
}

/** A name as people write one file or another: "Unit A", "unit_a".
 * @param {string} name */
const plain = (name) => name.normalize("NFD").toLowerCase().replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

class Skin {
  /**
   * @param {Page} page
   * @param {import("./contract.js").Piece[]} units
   */
  constructor(page, units) {
    this.page = page;
    this.key = page.state.title;
    /** Units by their ids and names: several may be called the same.
     * @type {Map<string, string[]>} */
    this.named = new Map();
    this.example = units[0]?.id ?? "";
    for (const u of units) for (const name of new Set([plain(u.id), plain(u.name)])) this.named.set(name, [...this.named.get(name) ?? [], u.id]);
    /** @type {import("./picture.js").Picture | undefined} */
    this.picture = undefined;
    /** Pictures of counters, by the ids of units.
     * @type {Object<string, Blob>} */
    this.faces = {};
    /** Their addresses in this page.
     * @type {Map<string, string>} */
    this.shown = new Map();
    /** @type {import("./picture.js").Affine} */
    this.lies = [1, 0, 0, 1, 0, 0];
    const { board, inner } = page.stage, hexes = Object.values(board.at);
    const whole = Object.keys(board.at).filter((id) => hexes.filter(([x, y]) => Math.hypot(x - board.at[id][0], y - board.at[id][1]) < 2.5 * inner).length === 7);
    this.asked = three(board.at, whole);
    this.tapped = page.stage.tapped;
    this.img = h("img", { id: "printed", alt: "" });
    this.grid = s("svg", { id: "lines", viewBox: `0 0 ${board.width} ${board.height}`, "aria-hidden": "true" },
      s("path", { d: hexes.map(([x, y]) => "M" + board.corners.map(([u, v]) => `${x + u} ${y + v}`).join("L") + "Z").join("") }));
    this.whose = h("button", { type: "button", id: "whose", onclick: () => { remembered("skin." + this.key, this.on ? "off" : "on"); this.show(); aloud(this.whose.textContent ?? ""); } });
    this.note = h("section", { class: "ask mine", "aria-label": say("own-map") });
    this.page.layers.dress = (pieces) => this.#dress(pieces);
  }

  /** Whether the reader's own look is shown, and not ours. */
  get on() { return remembered("skin." + this.key) !== "off"; }

  async recall() {
    [this.picture, this.faces = {}] = await Promise.all([recall(this.key), recall(this.key + "/counters")]);
    return this.show();
  }

  /** Shows the board as the reader has chosen. */
  show() {
    const { img, picture, page } = this, has = !!picture || Object.keys(this.faces).length > 0;
    remembered("skin." + this.key, has ? this.on ? "on" : "off" : null);
    for (const url of [img.src, ...this.shown.values()]) URL.revokeObjectURL(url);
    this.shown = new Map(Object.entries(this.on ? this.faces : {}).map(([id, blob]) => [id, URL.createObjectURL(blob)]));
    for (const el of page.layers.pieces.querySelectorAll("image")) el.remove();
    this.#dress(page.layers.pieces);
    for (const el of [img, this.grid, this.whose]) el.remove();
    if (picture && this.on) {
      img.src = URL.createObjectURL(picture.blob);
      the("under").before(img, this.grid);
      this.lay();
    }
    this.whose.textContent = picture ? this.on ? say("map-yours") : say("map-ours") : this.on ? say("counters-yours") : say("counters-ours");
    if (has) page.stage.el.append(this.whose);
    return this;
  }

  lay() {
    if (this.picture) this.lies = lay(this.img, this.picture, this.page.stage.board);
  }

  /** Lays pictures on counters, below what is ours on them.
   * @param {Element} pieces */
  #dress(pieces) {
    for (const g of this.shown.size ? pieces.querySelectorAll("[data-piece]") : []) {
      const href = this.shown.get(g.getAttribute("data-piece") ?? ""), ours = g.querySelector(":scope > [data-size]"), n = Number(ours?.getAttribute("data-size"));
      if (href) ours?.before(s("image", { href, x: -n / 2, y: -n / 2, width: n, height: n, preserveAspectRatio: "xMidYMid slice" }));
    }
  }

  /** Asks for the middles of three hexes on the picture. */
  place() {
    const { picture, page: { stage } } = this, text = h("p", { class: "question", role: "status" });
    if (!picture) return;
    const end = () => {
      stage.tapped = this.tapped;
      stage.map.classList.remove("placing");
      this.note.remove();
    };
    const ask = (before = "") => { text.textContent = before + say("point", { hex: this.asked[picture.points.length], n: picture.points.length + 1 }); };
    const take = (/** @type {{x: number, y: number}} */ at) => {
      const are = pin(picture, this.asked, stage.board, back(this.lies, [(at.x - stage.x) / stage.k, (at.y - stage.y) / stage.k]));
      if (are === "few" || are === "line") return ask(are === "line" ? say("line") + " " : "");
      this.lay();
      end();
      if (are === "skewed") this.#skewed();
      else aloud(say("placed"));
      this.attempt(this.note, () => keep(this.key, picture));
    };
    const middle = h("button", { type: "button", class: "primary", onclick: () => take({ x: stage.size.w / 2, y: stage.size.h / 2 }) }, say("here"));
    picture.points = [];
    ask();
    remembered("skin." + this.key, "on");
    this.show();
    stage.whole();
    stage.tapped = (_hex, _near, _touch, at) => take(at);
    stage.map.classList.add("placing");
    this.note.replaceChildren(text, h("div", { class: "row" }, middle, h("button", { type: "button", onclick: () => { end(); this.recall(); } }, say("cancel"))));
    the("now").prepend(this.note);
    the("now").scrollTop = the("panel").scrollTop = 0;
    middle.focus({ preventScroll: true });
  }

  /** Says that the points are hardly right; the reader decides. */
  #skewed() {
    this.note.replaceChildren(h("p", { class: "warning", role: "alert" }, say("skewed")), h("div", { class: "row" },
      h("button", { type: "button", onclick: () => this.place() }, say("place")), h("button", { type: "button", onclick: () => this.note.remove() }, say("stay"))));
    the("now").prepend(this.note);
  }

  /**
   * Takes counters whose files are named like units, and says which are not taken, and why.
   * @param {File[]} files
   */
  async #counters(files) {
    if (files.length > mostFaces) throw new Refused("too-many", { n: files.length, most: mostFaces });
    const no = [], faces = { ...this.faces };
    for (const f of files) {
      const ids = this.named.get(plain(f.name.replace(/\.[a-z]+$/i, "")));
      try {
        if (!ids) throw new Refused("unit-none");
        const { blob } = await open(f, face);
        for (const id of ids) faces[id] = blob;
      } catch (err) { no.push(f.name + ": " + this.#why(err)); }
    }
    await keep(this.key + "/counters", faces);
    this.faces = faces;
    remembered("skin." + this.key, "on");
    this.show();
    return [say("taken", { n: files.length - no.length, of: files.length }), ...no];
  }

  /** @param {unknown} err */
  #why(err) { return err instanceof Refused ? say(err.key, err.args) : say("failed", { why: String(err) }); }

  /**
   * Does what may be refused, and says why it was.
   * @param {HTMLElement} on
   * @param {() => Promise<any>} what
   */
  async attempt(on, what) {
    try { await what(); } catch (err) {
      on.replaceChildren(h("p", { class: "warning", role: "alert" }, this.#why(err)));
      if (!on.isConnected) the("now").prepend(on);
    }
  }

  /** Offers all that can be chosen, in the settings.
   * @param {HTMLElement} on
   * @param {string[]} [lines] what became of it */
  settings(on, lines = []) {
    const said = h("div", { role: "status" }, ...lines.map((line) => h("p", {}, line))), { picture } = this;
    const file = (/** @type {string} */ id, /** @type {string} */ label, /** @type {boolean} */ multiple, /** @type {(files: File[]) => Promise<any>} */ take) => {
      const input = h("input", { type: "file", id, accept: "image/png,image/jpeg,image/webp", multiple, onchange: () => this.attempt(said, () => take([...input.files ?? []])) });
      return h("label", { for: id }, h("span", {}, label), input);
    };
    const press = (/** @type {string} */ label, /** @type {() => any} */ does, kind = "") => h("button", { type: "button", class: kind, onclick: does }, label);
    const place = () => { on.closest("dialog")?.close(); this.place(); };
    const range = h("input", { type: "range", id: "opacity", min: 20, max: 100, value: (picture?.opacity ?? 1) * 100, oninput: () => { if (picture) picture.opacity = Number(range.value) / 100; this.lay(); },
      onchange: () => this.attempt(said, () => keep(this.key, picture)) });
    on.className = "own";
    on.replaceChildren(h("h3", {}, say("own")), h("p", { class: "note" }, say("here-only")),
      file("own-map", say("own-map"), false, async ([f]) => { if (f) { this.picture = await open(f); place(); } }),
      ...picture ? [h("label", { for: "opacity" }, h("span", {}, say("opacity")), range), press(say("place"), place)] : [],
      file("own-counters", say("own-counters"), true, async (files) => this.settings(on, await this.#counters(files))),
      h("p", { class: "note" }, say("counters-how", { unit: this.example, most: mostFaces, mb: face.bytes / 1e6, side: face.side })),
      ...picture || Object.keys(this.faces).length ? [press(say("forget"), () => this.attempt(said, async () => {
        await Promise.all([forget(this.key), forget(this.key + "/counters")]);
        await this.recall();
        this.settings(on);
      }), "danger")] : [], said);
  }
}
