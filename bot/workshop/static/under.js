// The picture under the map: it is opened, laid on three hexes or on the grid of a module, adjusted, and kept.
import { h, the } from "./dom.js";
import { say } from "./words.js";
import { Refused, affine, back, forget, keep, lay, move, open, pin, recall, three } from "./picture.js";
import { boards, directory, middles, unpack } from "./vassal.js";
import { side } from "./map.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").Affine} Affine */
/** @typedef {[number, number]} XY */

const enough = 0.8; // of our hexes that a grid must have, by their numbers
const off = 0.2; // of a side that its hexes may lie beside ours
const arrows = /** @type {[string, string, number, number][]} */ ([["left", "←", 1, 0], ["right", "→", -1, 0], ["up", "↑", 0, 1], ["down", "↓", 0, -1]]);

export class Under {
  /**
   * @param {string} game
   * @param {import("./map.js").MapView} map
   * @param {(text: string) => void} aloud
   */
  constructor(game, map, aloud) {
    this.game = game;
    this.map = map;
    this.aloud = aloud;
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Affine} */
    this.lies = [1, 0, 0, 1, 0, 0];
    this.img = /** @type {HTMLImageElement} */ (the("picture"));
    this.asked = three(map.at, Object.keys(map.at).filter((id) => map.beside[id].length === 6));
    this.opacity = /** @type {HTMLInputElement} */ (the("opacity"));
    this.opacity.addEventListener("input", () => { if (this.picture) this.picture.opacity = Number(this.opacity.value) / 100; this.#lay(); this.#keep(); });
    for (const [id, take] of /** @type {[string, (f: File) => Promise<void>][]} */ ([["open-picture", (f) => this.#open(f)], ["open-module", (f) => this.#module(f)]])) {
      const input = /** @type {HTMLInputElement} */ (the(id));
      input.addEventListener("change", () => {
        const file = input.files?.[0];
        input.value = "";
        if (file) this.#try(() => take(file));
      });
    }
    the("place").addEventListener("click", () => this.#place());
    the("alone").addEventListener("click", () => this.alone());
    the("forget").addEventListener("click", () => this.#try(async () => {
      await forget(game);
      this.picture = null;
      this.#show();
      aloud(say("picture-forgotten"));
    }));
    this.#try(async () => {
      this.picture = await recall(game) ?? null;
      this.#show();
    });
  }

  /** Shows the picture without what is painted on it, or with it again. */
  alone() {
    const on = the("map").classList.toggle("alone");
    the("alone").ariaPressed = String(on);
  }

  /** @param {() => Promise<void>} what */
  async #try(what) {
    try { await what(); } catch (e) { this.#note(e instanceof Refused ? say(e.key, e.args) : say("picture-failed", { why: String(e) }), true); }
  }

  /** @param {string} text @param {boolean} [bad] */
  #note(text, bad = false) {
    const note = the("picture-note");
    note.textContent = text;
    note.classList.toggle("warning", bad);
    this.aloud(text);
  }

  /** @param {Blob} file @param {import("./vassal.js").Grid[]} [grids] */
  async #open(file, grids = []) {
    this.#note(say("picture-reading"));
    const picture = await open(file);
    this.picture = picture;
    const { map } = this, ours = Object.keys(map.at);
    let best = 0;
    for (const g of grids) {
      const at = middles(g, picture.width / picture.scale, picture.height / picture.scale), both = ours.filter((id) => at.has(id));
      best = Math.max(best, both.length);
      if (both.length < ours.length * enough) continue;
      const on = (/** @type {string} */ id) => /** @type {XY} */ ((at.get(id) ?? [0, 0]).map((v) => v * picture.scale));
      const points = three(map.at, both), m = affine(points.map(on), points.map((id) => map.at[id]));
      if (!m || !both.every((id) => { const [x, y] = move(m, on(id)); return Math.hypot(x - map.at[id][0], y - map.at[id][1]) < off * side; })) continue;
      picture.points = points.map((hex) => ({ hex, x: on(hex)[0], y: on(hex)[1] }));
      this.#show();
      this.#keep();
      return this.#note(say("module-found", { n: both.length, of: ours.length }));
    }
    this.#place();
    if (grids.length) this.#note(say("module-numbers", { n: best, of: ours.length }) + " " + this.#asks());
  }

  /** @param {File} file */
  async #module(file) {
    this.#note(say("module-reading"));
    const entries = await directory(file), all = await boards(file, entries);
    const take = (/** @type {import("./vassal.js").Board} */ b) => this.#try(async () => {
      the("boards").replaceChildren();
      const entry = entries.get(b.image);
      if (entry) await this.#open(await unpack(file, entry), b.grids);
      if (entry && !b.grids.length) this.#note(say("module-grid") + " " + this.#asks());
    });
    if (all.length === 1) return take(all[0]);
    this.#note(say("module-which"));
    the("boards").replaceChildren(...all.map((b) => h("button", { type: "button", onclick: () => take(b) }, b.name || b.image)));
  }

  /** Begins to lay the picture on three hexes. */
  #place() {
    if (!this.picture) return;
    this.picture.points = [];
    this.#show();
    this.map.stage.whole();
    this.#note(this.#asks());
  }

  #asks() { const n = this.picture?.points.length ?? 0; return say("picture-point", { hex: this.asked[n], n: n + 1 }); }

  /** Takes a click on the picture as the middle of the hex that is asked for.
   * @param {XY} at on the unscaled map */
  placed(at) {
    const { picture } = this;
    if (!picture || picture.points.length > 2) return;
    this.map.cross = null;
    this.map.lines.aim.setAttribute("d", "");
    const are = pin(picture, this.asked, this.map, back(this.lies, at));
    if (are === "few" || are === "line") {
      this.#lay();
      return this.#note((are === "line" ? say("picture-line") + " " : "") + this.#asks(), are === "line");
    }
    this.#show();
    this.#keep();
    this.#note(are === "skewed" ? say("picture-skewed") : say("picture-placed"), are === "skewed");
  }

  /** Shows the picture as it is, and what can be done with it. */
  #show() {
    const { picture, img, map } = this;
    URL.revokeObjectURL(img.src);
    img.hidden = !picture;
    if (picture) img.src = URL.createObjectURL(picture.blob);
    else img.removeAttribute("src");
    for (const id of ["place", "alone", "forget", "opacities"]) the(id).hidden = !picture;
    if (picture) this.opacity.value = String(picture.opacity * 100);
    const placed = picture?.points.length === 3;
    the("points").replaceChildren(...!placed ? [] : picture.points.map((p) => {
      const nudge = (/** @type {number} */ dx, /** @type {number} */ dy) => {
        p.x += dx;
        p.y += dy;
        this.#lay();
        this.#keep();
      };
      return h("div", { class: "row point", role: "group", "aria-label": say("picture-nudge", { hex: p.hex }), onfocusin: () => { map.go(p.hex); }, onkeydown: (/** @type {KeyboardEvent} */ e) => {
        const [, , dx, dy] = arrows.find(([way]) => e.key.toLowerCase() === "arrow" + way) ?? [];
        if (dx === undefined || dy === undefined) return;
        e.preventDefault();
        e.stopPropagation();
        nudge(dx * (e.shiftKey ? 10 : 1), dy * (e.shiftKey ? 10 : 1));
      } }, h("b", {}, p.hex), ...arrows.map(([way, sign, dx, dy]) => h("button", { type: "button", class: "icon", "aria-label": say("picture-" + way, { hex: p.hex }), title: say("picture-" + way, { hex: p.hex }), onclick: () => nudge(dx, dy) }, sign)));
    }));
    the("nudges").hidden = !placed;
    this.#lay();
  }

  /** Has the picture lie where its points say; at first, as large as the map. */
  #lay() {
    const { picture, map, img } = this, points = picture?.points ?? [];
    map.placing = !!picture && points.length < 3;
    the("map").classList.toggle("placing", map.placing);
    the("map").classList.toggle("pictured", !!picture);
    if (!picture) return map.lines.pin.setAttribute("d", "");
    this.lies = lay(img, picture, map);
    map.lines.pin.setAttribute("d", points.map((p) => move(this.lies, [p.x, p.y])).map(([x, y]) => `M${x - 9} ${y}h18M${x} ${y - 9}v18`).join(""));
  }

  #keep() {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.#try(async () => { if (this.picture?.points.length === 3) await keep(this.game, this.picture); }), 400);
  }
}
