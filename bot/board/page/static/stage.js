// The board on its stage: zoom and pan. The map and its layers are one element that is moved
// by a transform, so that a gesture draws nothing anew.

import { lifted } from "./dom.js";

/** @typedef {import("./contract.js").Grid} Grid */

const largest = 4; // times the size of the drawing
const settle = 300; // ms after a gesture until the map is drawn sharply again: a slow telephone takes half of that for a frame
const near = 22; // px: half of what a finger hits
const legible = 20; // px: half of a hex whose counter can be read, of 28 px
const least = 15; // px: the same for a look at what happened

export class Stage {
  /**
   * @param {HTMLElement} el
   * @param {HTMLElement} map
   * @param {Grid} board
   * @param {(hex: string, near: string[], touch: boolean, at: {x: number, y: number}) => void} tapped with the hex there, all that a finger may have meant, and where on the stage
   */
  constructor(el, map, board, tapped) {
    this.el = el;
    this.map = map;
    this.board = board;
    this.tapped = tapped;
    this.k = 1;
    this.x = 0;
    this.y = 0;
    this.size = { w: el.clientWidth, h: el.clientHeight };
    this.radius = Math.max(...board.corners.map(([x, y]) => Math.hypot(x, y)));
    this.inner = Math.min(...board.corners.map(([x, y], i) => {
      const [u, v] = board.corners[(i + 1) % board.corners.length];
      return Math.hypot((x + u) / 2, (y + v) / 2);
    }));
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.moved = false;
    /** Where the map stood before a visit.
     * @type {{k: number, x: number, y: number} | undefined} */
    this.was = undefined;
    this.frame = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    /** Hears that the map stands elsewhere.
     * @type {() => void} */
    this.placed = () => {};
    map.style.width = board.width + "px";
    map.style.height = board.height + "px";
    this.#listen();
  }

  /** The scale at which the whole map is seen. */
  get fit() { return Math.min(this.size.w / this.board.width, this.size.h / this.board.height); }

  #listen() {
    const el = this.el;
    el.addEventListener("wheel", (e) => {
      e.preventDefault();
      const px = e.deltaMode === 1 ? e.deltaY * 16 : e.deltaMode === 2 ? e.deltaY * 400 : e.deltaY;
      this.zoom(Math.exp(-px * (e.ctrlKey ? 0.01 : 0.0016)), this.#point(e));
    }, { passive: false });
    el.addEventListener("pointerdown", (e) => {
      if (e.button !== 0 || !(e.target instanceof Element) || e.target.closest("button, .fan")) return;
      this.fingers.set(e.pointerId, this.#point(e));
      if (this.fingers.size === 1) this.moved = false;
    });
    // Moves are heard of the window: a finger that leaves the stage goes on dragging.
    addEventListener("pointermove", (e) => this.#drag(e));
    addEventListener("pointerup", (e) => this.#lift(e));
    addEventListener("pointercancel", (e) => { this.fingers.delete(e.pointerId); this.moved = true; });
    new ResizeObserver(() => this.#resize()).observe(el);
  }

  /** @param {PointerEvent | WheelEvent} e */
  #point(e) {
    const r = this.el.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  }

  /** @param {PointerEvent} e */
  #drag(e) {
    const was = this.fingers.get(e.pointerId);
    if (!was) return;
    const now = this.#point(e);
    const slack = e.pointerType === "mouse" ? 4 : 9;
    if (this.fingers.size === 1) {
      if (!this.moved && Math.hypot(now.x - was.x, now.y - was.y) < slack) return;
      this.moved = true;
      this.#to(this.k, this.x + now.x - was.x, this.y + now.y - was.y);
    } else {
      this.moved = true;
      const [other] = [...this.fingers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
      const before = Math.hypot(was.x - other.x, was.y - other.y), after = Math.hypot(now.x - other.x, now.y - other.y);
      const mid = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      const shift = { x: (now.x - was.x) / 2, y: (now.y - was.y) / 2 };
      this.x += shift.x;
      this.y += shift.y;
      this.zoom(before > 0 ? after / before : 1, mid);
    }
    this.fingers.set(e.pointerId, now);
  }

  /** @param {PointerEvent} e */
  #lift(e) {
    const at = this.fingers.get(e.pointerId);
    this.fingers.delete(e.pointerId);
    if (!at || this.moved || this.fingers.size) return;
    const touch = e.pointerType !== "mouse";
    if (touch) lifted();
    this.tapped(this.hexAt(at, this.radius * this.k), touch ? this.#around(at) : [], touch, at);
  }

  #resize() {
    const { clientWidth: w, clientHeight: h } = this.el;
    if (w === this.size.w && h === this.size.h) return; // it is told of the first size, too
    const dx = (w - this.size.w) / 2, dy = (h - this.size.h) / 2;
    const { was } = this;
    this.size = { w, h };
    this.#to(this.k, this.x + dx, this.y + dy);
    this.was = was && { k: was.k, x: was.x + dx, y: was.y + dy };
  }

  /**
   * Has the map stand so, once a frame, with its edges near enough to be found.
   * @param {number} k
   * @param {number} x
   * @param {number} y
   * @param {number} [loose] how much of the stage may be empty
   */
  #to(k, x, y, loose = 1 / 3) {
    const { w, h } = this.size;
    this.was = undefined;
    this.k = Math.min(largest, Math.max(this.fit * 0.9, k));
    this.x = held(x, w, this.board.width * this.k, loose);
    this.y = held(y, h, this.board.height * this.k, loose);
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      // While this is said, the browser moves what it has drawn, and does not draw it anew when it grows.
      this.map.style.willChange = "transform";
      this.#place();
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.#rest(), settle);
    });
  }

  /** Takes the size of the stage as it is now: whoever hears of it later has shown something already. */
  #measure() { this.size = { w: this.el.clientWidth, h: this.el.clientHeight }; }

  /** Has the map drawn as it stands, on whole pixels of the screen: between them it would be blurred. */
  #rest() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.settling);
    this.frame = 0;
    this.map.style.willChange = "";
    this.x = Math.round(this.x * devicePixelRatio) / devicePixelRatio;
    this.y = Math.round(this.y * devicePixelRatio) / devicePixelRatio;
    this.#place();
  }

  #place() {
    this.map.style.transform = `translate(${this.x.toFixed(2)}px, ${this.y.toFixed(2)}px) scale(${this.k.toFixed(5)})`;
    this.placed();
  }

  /**
   * @param {number} by
   * @param {{x: number, y: number}} [at] what stays where it is; the middle unless named
   */
  zoom(by, at = { x: this.size.w / 2, y: this.size.h / 2 }) {
    const k = Math.min(largest, Math.max(this.fit * 0.9, this.k * by));
    this.#to(k, at.x - (at.x - this.x) * (k / this.k), at.y - (at.y - this.y) * (k / this.k));
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) { this.#to(this.k, this.x + dx, this.y + dy); }

  whole() {
    this.#measure();
    const k = this.fit;
    this.#to(k, (this.size.w - this.board.width * k) / 2, (this.size.h - this.board.height * k) / 2);
    this.#rest();
  }

  /**
   * Shows hexes: the stage full of the map around them, or larger, as a finger can hit them, where there is
   * room for all of them so. Where counters could not be read then, it shows as many hexes as it can.
   * @param {string[]} hexes
   */
  show(hexes) {
    this.#measure();
    let at = hexes.map((id) => this.board.at[id]).filter(Boolean);
    if (!at.length) return this.whole();
    const { w, h } = this.size, pad = this.radius * 2.5;
    const full = Math.max(w / this.board.width, h / this.board.height), { l, r, t, b } = around(at, pad);
    let k = Math.max(this.fit, Math.min(w / (r - l), h / (b - t), Math.max(near / this.inner, full)));
    if (k * this.inner < legible) {
      k = legible / this.inner;
      at = densest(at, w / k / 2 - this.radius, h / k / 2 - this.radius);
    }
    const box = around(at, 0);
    this.#to(k, w / 2 - ((box.l + box.r) / 2) * k, h / 2 - ((box.t + box.b) / 2) * k, 0);
    this.#rest();
  }

  /** Moves the map no more than it must for a hex to be seen.
   * @param {string} hex */
  reveal(hex) {
    const p = this.screen(hex);
    if (!p) return;
    const edge = Math.min(70, this.size.w / 4, this.size.h / 4);
    const dx = Math.max(0, edge - p.x) || Math.min(0, this.size.w - edge - p.x);
    const dy = Math.max(0, edge - p.y) || Math.min(0, this.size.h - edge - p.y);
    if (dx || dy) this.pan(dx, dy);
  }

  /** Has hexes seen, with as little change as that takes.
   * @param {string[]} hexes */
  bring(hexes) {
    for (const hex of hexes) this.reveal(hex);
    if (!hexes.every((hex) => this.sees(hex))) this.show(hexes);
  }

  /** Shows hexes, with others where there is room for both, until [leave].
   * @param {string[]} hexes
   * @param {string[]} others */
  visit(hexes, others) {
    hexes = hexes.filter((hex) => this.board.at[hex]);
    if (hexes.every((hex) => this.sees(hex))) return;
    const { k, x, y } = this, all = [...hexes, ...others], { l, r, t, b } = around(all.map((id) => this.board.at[id]).filter(Boolean), this.radius);
    const fits = Math.min(this.size.w / (r - l), this.size.h / (b - t), this.k);
    if (fits * this.inner < least) this.bring(hexes);
    else {
      this.#to(fits, this.size.w / 2 - (l + r) / 2 * fits, this.size.h / 2 - (t + b) / 2 * fits);
      this.#rest();
    }
    this.was = { k, x, y };
  }

  /** Goes back to where the map stood before a visit, if nobody has moved it since. */
  leave() {
    if (!this.was) return;
    const { k, x, y } = this.was;
    this.#to(k, x, y);
    this.#rest();
  }

  /** Whether the middle of a hex is on the stage.
   * @param {string} hex */
  sees(hex) {
    const p = this.screen(hex);
    return !!p && p.x >= 0 && p.y >= 0 && p.x <= this.size.w && p.y <= this.size.h;
  }

  /** Whether hexes are too small for a finger. */
  get small() { return this.inner * this.k < near * 0.7; }

  /**
   * Where a hex is on the stage, in px; null: it is not on the board.
   * @param {string} hex
   */
  screen(hex) {
    const c = this.board.at[hex];
    return c ? { x: this.x + c[0] * this.k, y: this.y + c[1] * this.k } : null;
  }

  /**
   * Hexes of the board by how near they are to one, or to the middle of the stage.
   * @param {string[]} hexes
   * @param {string} to "": the middle
   */
  nearest(hexes, to) {
    const from = this.screen(to) ?? { x: this.size.w / 2, y: this.size.h / 2 };
    /** @param {string} id */
    const far = (id) => { const p = this.screen(id); return p ? Math.hypot(p.x - from.x, p.y - from.y) : Infinity; };
    return hexes.filter((id) => far(id) < Infinity).sort((a, b) => far(a) - far(b));
  }

  /**
   * The hex nearest to a point of the stage, "" if it is farther than some px.
   * @param {{x: number, y: number}} p
   * @param {number} within
   */
  hexAt(p, within) {
    let best = "", least = within;
    for (const id in this.board.at) {
      const c = this.board.at[id];
      const d = Math.hypot(this.x + c[0] * this.k - p.x, this.y + c[1] * this.k - p.y);
      if (d < least) { best = id; least = d; }
    }
    return best;
  }

  /**
   * The hexes that a finger may have meant, the nearest first.
   * @param {{x: number, y: number}} p
   */
  #around(p) {
    /** @type {[number, string][]} */
    const out = [];
    const within = Math.max(near, this.inner * this.k);
    for (const id in this.board.at) {
      const c = this.board.at[id];
      const d = Math.hypot(this.x + c[0] * this.k - p.x, this.y + c[1] * this.k - p.y);
      if (d <= within) out.push([d, id]);
    }
    return out.sort((a, b) => a[0] - b[0]).map(([, id]) => id);
  }
}

/**
 * Where one axis of the map may begin: it is in the middle while it is smaller than the
 * stage, and else leaves no more of that empty than a share.
 * @param {number} at
 * @param {number} room
 * @param {number} length
 * @param {number} share
 */
function held(at, room, length, share) {
  if (length <= room) return (room - length) / 2;
  return Math.min(room * share, Math.max(room * (1 - share) - length, at));
}

/**
 * What encloses points, and some more.
 * @param {[number, number][]} at
 * @param {number} pad
 */
function around(at, pad) {
  const xs = at.map((p) => p[0]), ys = at.map((p) => p[1]);
  return { l: Math.min(...xs) - pad, r: Math.max(...xs) + pad, t: Math.min(...ys) - pad, b: Math.max(...ys) + pad };
}

/**
 * Those of some points that are near one of them, which has the most.
 * @param {[number, number][]} at
 * @param {number} dx
 * @param {number} dy
 */
function densest(at, dx, dy) {
  let best = at;
  for (const [i, [x, y]] of at.entries()) {
    const by = at.filter((p) => Math.abs(p[0] - x) <= dx && Math.abs(p[1] - y) <= dy);
    if (!i || by.length > best.length) best = by;
  }
  return best;
}
