// The map: our grid over the owner's picture, and what is painted on it by mouse, finger or keyboard.
import { s, the } from "./dom.js";
import { unsure } from "./model.js";
import { Stage } from "./stage.js";

/** @typedef {import("./model.js").Brush} Brush */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {[number, number]} XY */

export const side = 24; // px of a hex's side on the unscaled map
const apart = Math.sqrt(3) * side; // between the middles of neighbours

/** How paint looks: its colour, and for lines and marks its width. What is not named here gets a colour of its own; on sides it is a great river.
 * @type {Object<string, [string, number?]>} */
const looks = {
  clear: ["#dccb8e"], woods: ["#4f9a4a"], rough: ["#b7925a"], hill: ["#a8743f"], town: ["#8d7f8a"], village: ["#5b3f31"], westwall: ["#3d3d46"],
  minor_river: ["#3f9ae0", 5], minor: ["#3f9ae0", 5],
  road: ["#7a4a1e", 3.5], highway: ["#c0271d", 5.5], bridge: ["#111111", 8], destroyed: ["#e0218a", 8],
};
/** @param {Brush} b @param {number} i @returns {[string, number]} */
export const look = (b, i) => {
  const [colour = b.on === "side" ? "#2366c4" : `hsl(${i * 67 % 360} 55% 45%)`, width = b.on === "side" ? 9 : 5] = looks[b.id] ?? [];
  return [colour, width];
};
const short = new Set(["bridge", "destroyed"]); // steps of which only the middle is drawn

export class MapView {
  /**
   * @param {Model} model
   * @param {{painted: (hexes: string[]) => void, chosen: (hex: string) => void, placed: (at: XY) => void}} does
   */
  constructor(model, does) {
    const { map, brushes } = model.state, k = side / Math.hypot(...map.corners[0]), grown = (/** @type {XY} */ [x, y]) => /** @type {XY} */ ([x * k, y * k]);
    this.model = model;
    this.does = does;
    this.corners = map.corners.map(grown);
    /** @type {Object<string, XY>} */
    this.at = Object.fromEntries(Object.entries(map.at).map(([id, at]) => [id, grown(at)]));
    this.width = map.width * k;
    this.height = map.height * k;
    /** @type {Object<string, string[]>} */
    this.beside = {};
    for (const a in this.at) this.beside[a] = Object.keys(this.at).filter((b) => b !== a && this.far(a, b) < apart * 1.1);
    /** @type {Brush | "confirm" | null} what a press paints; null: it moves the map and chooses a hex */
    this.brush = null;
    this.placing = false;
    /** @type {XY | null} where keys point at the picture */
    this.cross = null;
    this.cursor = "";
    this.lane = /** @type {XY} */ ([0, 0]);
    /** @type {{id: number, at: XY, last: XY, hexes: string[], sides: [string, string][], near: [string, string] | null} | null} */
    this.stroke = null;
    this.svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (the("paper")));
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    const layer = (/** @type {string} */ c, /** @type {object} */ props = {}) => s("path", { class: c, ...props });
    /** @type {Map<Brush, [SVGPathElement, SVGPathElement]>} of each brush what is known, and what is a guess */
    this.paths = new Map(brushes.map((b, i) => {
      const [colour, width] = look(b, i), line = b.on !== "hex" || b.erases, props = line ? { stroke: colour, "stroke-width": b.on === "hex" ? 3 : width } : { fill: colour, stroke: colour };
      const kind = line ? b.on : "terrain";
      return [b, [layer(kind, props), layer(kind + " guess", props)]];
    }));
    this.lines = { grid: layer("grid"), hatch: layer("hatch"), problem: layer("problem"), contradiction: layer("contradiction"), cursor: layer("cursor"), aim: layer("aim"), pin: layer("pin") };
    const drawn = (/** @type {string} */ on, /** @type {boolean} */ marks) => brushes.filter((b) => b.on === on && (on !== "hex" || b.erases === marks)).flatMap((b) => this.paths.get(b) ?? []);
    const numbers = s("g", { class: "numbers" }, ...Object.entries(this.at).map(([id, [x, y]]) => s("text", { x, y: y - side * 0.52 }, id)));
    const pattern = s("pattern", { id: "hatching", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("path", { d: "M0 0V7" }));
    this.svg.append(s("defs", {}, pattern), s("g", { class: "paint" }, ...drawn("hex", false), this.lines.hatch, ...drawn("side", false), ...drawn("step", false), ...drawn("hex", true)),
      this.lines.grid, numbers, this.lines.problem, this.lines.contradiction, this.lines.aim, this.lines.cursor, this.lines.pin);
    this.lines.grid.setAttribute("d", Object.keys(this.at).map((id) => this.hex(id)).join(""));
    this.#listen();
    this.stage = new Stage(the("stage"), the("map"), this, (hex, _near, _touch, at) => {
      if (this.placing) does.placed(this.#units([at.x, at.y]));
      else if (hex) does.chosen(hex);
    });
    model.heard.push((rows) => this.draw(rows.map((r) => r.file)));
    this.draw(model.state.files.map((f) => f.file));
    this.stage.whole();
  }

  /** @param {string} a @param {string} b */
  far(a, b) { return Math.hypot(this.at[a][0] - this.at[b][0], this.at[a][1] - this.at[b][1]); }

  /** The outline of a hex, of a share of its size.
   * @param {string} id @param {number} [of] */
  hex(id, of = 1) {
    const [x, y] = this.at[id];
    return "M" + this.corners.map(([u, v]) => (x + u * of).toFixed(1) + " " + (y + v * of).toFixed(1)).join("L") + "Z";
  }

  /** What a brush paints between hexes, or in one.
   * @param {Brush["on"]} on @param {string[]} hexes @param {boolean} [part] only its middle */
  shape(on, [a, b], part = false) {
    if (on === "hex") return this.hex(a, 0.93);
    const [[x, y], [u, v]] = [this.at[a], this.at[b]], mx = (x + u) / 2, my = (y + v) / 2, k = part ? 0.16 : 0.5;
    const [dx, dy] = on === "step" ? [(u - x) * k, (v - y) * k] : [(y - v) / apart * side * k, (u - x) / apart * side * k];
    return `M${(mx - dx).toFixed(1)} ${(my - dy).toFixed(1)}L${(mx + dx).toFixed(1)} ${(my + dy).toFixed(1)}`;
  }

  /** Draws what changed in some files, and what is wrong.
   * @param {string[]} files */
  draw(files) {
    const { model } = this, at = (/** @type {string[]} */ hexes) => hexes.every((h) => this.at[h]);
    let marks = 0;
    for (const [b, [known, guess]] of this.paths) {
      const mark = b.on === "hex" && b.erases, nth = mark ? marks++ : 0;
      if (!files.includes(b.file)) continue;
      const d = ["", ""];
      for (const r of model.rows.get(b.file)?.values() ?? []) {
        const hexes = model.hexesOf(r);
        if (!at(hexes) || !hexes.length || !model.has(b, r)) continue;
        const [x, y] = this.at[hexes[0]];
        d[unsure(r) ? 1 : 0] += mark ? `M${x - side * 0.25 + nth * 11} ${y + 9}h7v-6h-7z` : this.shape(b.on, hexes, short.has(b.id));
      }
      known.setAttribute("d", d[0]);
      guess.setAttribute("d", d[1]);
    }
    const hexFile = model.state.brushes.find((b) => b.on === "hex")?.file ?? "";
    if (files.includes(hexFile)) this.lines.hatch.setAttribute("d", [...model.rows.get(hexFile)?.values() ?? []].filter((r) => unsure(r) && this.at[r.key]).map((r) => this.hex(r.key, 0.93)).join(""));
    const found = (/** @type {import("./model.js").Finding[]} */ list) => [...new Set((list ?? []).flatMap((f) => f.hexes ?? []))].filter((h) => this.at[h]).map((h) => this.hex(h)).join("");
    this.lines.problem.setAttribute("d", found(model.state.problems));
    this.lines.contradiction.setAttribute("d", found(model.state.contradictions));
  }

  /** Puts the cursor on a hex, and has it seen.
   * @param {string} hex @param {boolean} [move] whether the map may move for that */
  go(hex, move = true) {
    if (!this.at[hex]) return;
    this.cursor = hex;
    this.lines.cursor.setAttribute("d", this.hex(hex));
    if (move) this.stage.reveal(hex);
  }

  /** Larger or smaller, around the cursor if it is in view.
   * @param {number} by */
  zoom(by) { this.stage.zoom(by, this.stage.sees(this.cursor) ? this.stage.screen(this.cursor) ?? undefined : undefined); }

  /** Points at the picture by keys, so many px of the screen farther.
   * @param {number} dx @param {number} dy */
  point(dx, dy) {
    const { k, size } = this.stage, [x, y] = this.cross ?? this.#units([size.w / 2, size.h / 2]), at = [x + dx / k, y + dy / k];
    this.cross = /** @type {XY} */ (at);
    this.lines.aim.setAttribute("d", `M${at[0] - 12 / k} ${at[1]}h${24 / k}M${at[0]} ${at[1] - 12 / k}v${24 / k}`);
    const sx = this.stage.x + at[0] * k, sy = this.stage.y + at[1] * k;
    if (sx < 40 || sy < 40 || sx > size.w - 40 || sy > size.h - 40) this.stage.pan(-dx, -dy);
  }

  /** Moves the cursor along an arrow, in its column or row.
   * @param {number} dx @param {number} dy
   * @returns {string} the hex that it is on */
  step(dx, dy) {
    if (!this.cursor) return this.stage.nearest(Object.keys(this.at), "")[0];
    const here = this.at[this.cursor], along = dx ? 0 : 1, across = 1 - along;
    if (Math.abs(this.lane[across] - here[across]) > side) this.lane[across] = here[across];
    const ahead = this.beside[this.cursor].filter((h) => (this.at[h][along] - here[along]) * (dx || dy) > 1);
    ahead.sort((a, b) => Math.abs(this.at[a][across] - this.lane[across]) - Math.abs(this.at[b][across] - this.lane[across]));
    const to = ahead[0] ?? this.cursor;
    this.lane[along] = this.at[to][along];
    return to;
  }

  /** @param {MouseEvent} e @returns {XY} on the stage */
  #screen(e) {
    const r = the("stage").getBoundingClientRect();
    return [e.clientX - r.left, e.clientY - r.top];
  }

  /** @param {XY} p on the stage @returns {XY} on the unscaled map */
  #units([x, y]) { return [(x - this.stage.x) / this.stage.k, (y - this.stage.y) / this.stage.k]; }

  #listen() {
    const map = the("map"), stage = the("stage");
    stage.addEventListener("contextmenu", (e) => e.preventDefault());
    map.addEventListener("pointerdown", (e) => {
      const at = this.#screen(e), [x, y] = at;
      if (e.button === 1 || e.button === 2) { // these move the map, whatever is painted
        e.preventDefault();
        this.stage.fingers.set(e.pointerId, { x, y });
        this.stage.moved = true;
      }
      if (e.button !== 0 || !this.brush || this.placing) return;
      if (this.stroke) { // a second finger: both move the map
        this.stage.fingers.set(this.stroke.id, { x: this.stroke.at[0], y: this.stroke.at[1] });
        this.#drop();
        return;
      }
      if (this.stage.fingers.size) return;
      e.stopPropagation();
      const p = this.#units(at);
      this.stroke = { id: e.pointerId, at, last: p, hexes: [], sides: [], near: this.#sideAt(p, true) };
      this.#along(p);
    });
    addEventListener("pointermove", (e) => {
      if (!this.stroke && e.pointerType === "mouse" && this.brush) this.#aim(map.contains(/** @type {Node} */ (e.target)) ? this.#units(this.#screen(e)) : null);
      if (this.stroke?.id !== e.pointerId) return;
      for (const c of e.getCoalescedEvents?.() ?? []) this.#along(this.#units(this.#screen(c)));
      this.#along(this.#units(this.#screen(e)));
      this.stroke.at = this.#screen(e);
    });
    addEventListener("pointerup", (e) => {
      if (this.stroke?.id !== e.pointerId) return;
      const { hexes, sides, near } = this.stroke;
      this.#drop();
      if (this.brush === "confirm" || this.brush?.on !== "side") this.does.painted(hexes);
      else for (const walk of walks(sides.length || !near ? sides : [near])) this.does.painted(walk);
    });
    addEventListener("pointercancel", (e) => { if (this.stroke?.id === e.pointerId) this.#drop(); });
  }

  #drop() {
    this.stroke = null;
    this.lines.aim.setAttribute("d", "");
  }

  /** @param {XY} p on the unscaled map @returns {string} */
  #hexAt([x, y], within = side * 0.95) {
    const { stage } = this;
    return stage.hexAt({ x: stage.x + x * stage.k, y: stage.y + y * stage.k }, within * stage.k);
  }

  /** The side of a hex that a point is on; with `any` the nearest one.
   * @param {XY} p @param {boolean} [any] @returns {[string, string] | null} */
  #sideAt(p, any = false) {
    const far = (/** @type {string} */ h) => Math.hypot(this.at[h][0] - p[0], this.at[h][1] - p[1]);
    const a = this.#hexAt(p, side * 1.1);
    if (!a) return null;
    const b = this.beside[a].toSorted((c, d) => far(c) - far(d))[0], mid = [(this.at[a][0] + this.at[b][0]) / 2, (this.at[a][1] + this.at[b][1]) / 2];
    const on = far(b) - far(a) < side * 0.75 && Math.hypot(mid[0] - p[0], mid[1] - p[1]) < side * 0.42;
    return any || on ? a < b ? [a, b] : [b, a] : null;
  }

  /** Shows what a press would paint.
   * @param {XY | null} p */
  #aim(p) {
    const b = this.brush, two = p && b && b !== "confirm" && b.on === "side" ? this.#sideAt(p, true) : null, one = p && !two ? this.#hexAt(p) : "";
    this.lines.aim.setAttribute("d", two ? this.shape("side", two) : one ? this.hex(one) : "");
  }

  /** Goes on with a stroke to a point.
   * @param {XY} p */
  #along(p) {
    const k = this.stroke;
    if (!k || !this.brush) return;
    const on = this.brush === "confirm" ? "hex" : this.brush.on, n = Math.max(1, Math.ceil(Math.hypot(p[0] - k.last[0], p[1] - k.last[1]) / (side * 0.2)));
    for (let i = 1; i <= n; i++) {
      const q = /** @type {XY} */ ([k.last[0] + (p[0] - k.last[0]) * i / n, k.last[1] + (p[1] - k.last[1]) * i / n]);
      if (on === "side") {
        const is = this.#sideAt(q);
        if (is && is.join() !== k.sides.at(-1)?.join()) k.sides.push(is);
        continue;
      }
      const hex = this.#hexAt(q, k.hexes.length ? side * (on === "hex" ? 0.93 : 0.72) : side), last = k.hexes.at(-1);
      if (!hex || hex === last) continue;
      if (on === "hex") {
        if (!k.hexes.includes(hex)) k.hexes.push(hex);
      } else if (hex === k.hexes.at(-2)) k.hexes.pop(); // back along the line takes back
      else {
        const between = last && !this.beside[last].includes(hex) ? this.beside[last].find((h) => this.beside[h].includes(hex)) : undefined;
        k.hexes.push(...between ? [between, hex] : [hex]);
      }
    }
    k.last = p;
    const { hexes, sides } = k;
    this.lines.aim.setAttribute("d", on === "hex" ? hexes.map((h) => this.hex(h)).join("") : on === "side" ? sides.map((x) => this.shape("side", x)).join("")
      : hexes.slice(1).map((h, i) => this.shape("step", [hexes[i], h])).join("") || hexes.map((h) => this.hex(h, 0.3)).join(""));
  }
}

/**
 * Lines of hexes of which each step crosses one of the sides that were drawn along, in turn.
 * @param {[string, string][]} sides
 * @returns {string[][]}
 */
export function walks(sides) {
  /** @type {string[][]} */
  const out = [];
  for (const [a, b] of sides) {
    const walk = out.at(-1), last = walk?.at(-1), before = walk?.at(-2);
    if (walk && last === a) walk.push(b);
    else if (walk && last === b) walk.push(a);
    else if (walk && before === a) walk.push(a, b); // back over the side before, which stays painted
    else if (walk && before === b) walk.push(b, a);
    else out.push([a, b]);
  }
  return out;
}
