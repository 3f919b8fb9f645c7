// What may be clicked on the board: the options of the open question that stand on a hex or
// on a piece, and nothing else. One of them is in the order of the tab key; the arrows go
// from each to the next in their direction.
import { h, s } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./contract.js").State} State */
/** @typedef {import("./contract.js").Option} Option */
/** @typedef {import("./contract.js").Piece} Piece */

const ringed = 100; // hexes that have a ring each; more of them are tinted, so that the map is still seen

/** @typedef {{hex: string, options: Option[], el: SVGGElement}} Target */

export class Targets {
  /**
   * @param {import("./stage.js").Stage} stage
   * @param {SVGSVGElement} svg
   * @param {(o: Option) => void} pick
   */
  constructor(stage, svg, pick) {
    this.stage = stage;
    this.svg = svg;
    this.pick = pick;
    /** @type {Map<string, Target>} */
    this.all = new Map();
    /** @type {HTMLElement | null} */
    this.fan = null;
    /** Hears of the hex that is fanned out; "": none is.
     * @type {(hex: string) => void} */
    this.fanned = () => {};
    /** Options that stand for several pieces each: whoever taps one of those may mean it, or another.
     * @type {Option[]} */
    this.together = [];
    this.taken = ""; // the hex where something was taken from a fan that had the focus
    const { width, height, corners } = stage.board;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.shape = "M" + corners.map((c) => c.map((n) => n.toFixed(1)).join(" ")).join("L") + "Z";
    svg.addEventListener("keydown", (e) => this.#key(e));
    svg.addEventListener("focusin", (e) => {
      const t = this.#of(e.target);
      if (t) { this.#rove(t); this.stage.reveal(t.hex); }
    });
    // A screen reader presses without a pointer.
    svg.addEventListener("click", (e) => {
      const t = e.detail === 0 && this.#of(e.target);
      if (t) this.choose(t.hex);
    });
  }

  /** @param {EventTarget | null} el */
  #of(el) {
    const g = el instanceof Element ? el.closest("[data-hex]") : null;
    return g ? this.all.get(g.getAttribute("data-hex") ?? "") : undefined;
  }

  /**
   * Shows what may be chosen; focus that stood on a target goes to the one nearest to it.
   * @param {State} state
   * @param {Option[]} options
   */
  show(state, options) {
    const had = this.#of(document.activeElement)?.hex ?? this.taken;
    this.taken = "";
    this.close();
    /** @type {Map<string, Piece>} */
    const pieces = new Map(state.pieces.map((p) => [p.id, p]));
    /** @type {Map<string, Option[]>} */
    const groups = new Map();
    for (const o of options) {
      for (const hex of new Set([o.hex, ...[o.piece ?? "", ...o.pieces ?? []].map((id) => pieces.get(id)?.hex)])) {
        if (!hex || !this.stage.board.at[hex]) continue;
        const group = groups.get(hex);
        if (group) group.push(o); else groups.set(hex, [o]);
      }
    }
    this.together = options.filter((o) => o.pieces);
    const on = new Set(state.pieces.map((p) => p.hex));
    const tinted = this.svg.classList.toggle("tinted", groups.size > ringed);
    this.all = new Map();
    const made = [...groups].map(([hex, opts]) => {
      const [x, y] = this.stage.board.at[hex];
      const cost = opts.length === 1 ? opts[0].cost : "";
      const r = this.stage.inner, wide = cost ? r * (0.28 * cost.length + 0.24) : 0;
      const el = s("g", {
        class: "target" + (opts.some((o) => o.warn || o.rolls) ? " warns" : "") + (opts.every((o) => o.piece || o.pieces) ? " on-piece" : "") + (on.has(hex) ? " held" : "") + (opts.every((o) => o.far) ? " far" : ""),
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "data-hex": hex, role: "button", tabindex: -1,
        "aria-label": opts.map((o) => o.label).join("; ") + (opts.length > 1 ? " " + say("several", { n: opts.length }) : ""),
      }, s("path", { d: this.shape, class: "casing" }), !tinted && s("path", { d: this.shape, class: "edge" }),
      cost && s("g", { class: "cost", transform: `translate(0 ${(r * (on.has(hex) ? 0.92 : 0.72)).toFixed(1)})` },
        s("rect", { x: (-wide / 2).toFixed(1), y: (-r * 0.27).toFixed(1), width: wide.toFixed(1), height: (r * 0.54).toFixed(1), rx: (r * 0.2).toFixed(1) }),
        s("text", { y: (r * 0.17).toFixed(1), "font-size": (r * 0.48).toFixed(1) }, cost)));
      this.all.set(hex, { hex, options: opts, el });
      return el;
    });
    this.svg.replaceChildren(...made);
    const first = this.all.get(had) ?? this.#nearest(had) ?? this.all.values().next().value;
    if (first) this.#rove(first);
    if (first && had) first.el.focus({ preventScroll: true });
  }

  /** @param {Target} t */
  #rove(t) { for (const o of this.all.values()) o.el.setAttribute("tabindex", o === t ? "0" : "-1"); }

  /** Gives the focus to the board's target that is next in order; false: there is none. */
  focus() {
    for (const t of this.all.values()) {
      if (t.el.getAttribute("tabindex") === "0") { t.el.focus({ preventScroll: true }); return true; }
    }
    return false;
  }

  /** The hex of the choice that has the focus; "": none has. */
  marked() { return this.#of(document.activeElement)?.hex ?? ""; }

  /** @param {string} hex */
  #nearest(hex) {
    const from = this.stage.board.at[hex];
    if (!from) return undefined;
    return [...this.all.values()].sort((a, b) => this.#far(a, from) - this.#far(b, from))[0];
  }

  /**
   * @param {Target} t
   * @param {[number, number]} from
   */
  #far(t, from) {
    const [x, y] = this.stage.board.at[t.hex];
    return Math.hypot(x - from[0], y - from[1]);
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    const t = this.#of(e.target);
    if (!t || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
    if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      this.choose(t.hex);
      return;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    const all = [...this.all.values()];
    let to = e.key === "Home" ? all[0] : e.key === "End" ? all[all.length - 1] : undefined;
    if (way) {
      const from = this.stage.board.at[t.hex];
      let least = Infinity;
      for (const o of all) {
        const [x, y] = this.stage.board.at[o.hex];
        const along = (x - from[0]) * way[0] + (y - from[1]) * way[1];
        const aside = Math.abs((x - from[0]) * way[1]) + Math.abs((y - from[1]) * way[0]);
        // What lies more aside than ahead is the business of another arrow.
        if (along > 1 && aside <= along * 1.8 && along + aside * 2 < least) { least = along + aside * 2; to = o; }
      }
    }
    if (way || to) { e.preventDefault(); e.stopPropagation(); }
    to?.el.focus({ preventScroll: true });
  }

  /**
   * Chooses what stands on a hex; where several things do, or may be meant together, the fan asks which.
   * @param {string} hex
   */
  choose(hex) {
    const t = this.all.get(hex);
    if (!t) return false;
    const all = [...new Set([...t.options, ...this.together])];
    if (all.length === 1 && !this.together.length) this.pick(all[0]);
    else {
      this.open(hex, all.map((o) => h("button", { type: "button", class: "choice", onclick: () => { this.taken = hex; this.close(); this.pick(o); } },
        this.#counter(o.piece), h("span", {}, o.label))), t.el);
    }
    return true;
  }

  /**
   * The counter of a piece, as it stands on the board.
   * @param {string | undefined} id
   */
  #counter(id) {
    const g = id && document.querySelector(`#pieces [data-piece="${CSS.escape(id)}"]`);
    if (!(g instanceof SVGGraphicsElement)) return null;
    const b = g.getBBox();
    const copy = /** @type {SVGGraphicsElement} */ (g.cloneNode(true));
    for (const el of [copy, ...copy.querySelectorAll("[data-piece], [id]")]) { el.removeAttribute("data-piece"); el.removeAttribute("id"); }
    copy.removeAttribute("transform");
    return s("svg", { viewBox: `${b.x} ${b.y} ${b.width} ${b.height}`, class: "counter", "aria-hidden": "true" }, copy);
  }

  /**
   * Fans out what stands on a hex: the pieces there, and what may be asked about them.
   * @param {string} hex
   * @param {Piece[]} pieces
   * @param {(p: Piece | null) => HTMLElement[]} more what may be done with a piece, or with the hex
   */
  look(hex, pieces, more) {
    const rows = pieces.map((p) => h("div", { class: "piece" }, this.#counter(p.id),
      h("div", {}, h("b", {}, p.name), h("small", {}, [p.says, p.left].filter(Boolean).join(" · "))), ...more(p)));
    this.open(hex, [...rows, ...more(null)], this.all.get(hex)?.el ?? this.stage.el);
  }

  /**
   * @param {string} hex
   * @param {HTMLElement[]} rows
   * @param {HTMLElement | SVGElement} back what has the focus again when it is closed by Escape
   */
  open(hex, rows, back) {
    this.close();
    const fan = h("div", { class: "fan", role: "dialog", tabindex: -1, "aria-label": say("at", { hex }) }, h("p", {}, say("at", { hex })), ...rows);
    this.fan = fan;
    fan.addEventListener("keydown", (e) => {
      const buttons = [...fan.querySelectorAll("button")];
      const i = buttons.indexOf(/** @type {any} */ (document.activeElement));
      if (e.key === "Escape") { this.close(); back.focus({ preventScroll: true }); }
      else if (e.key === "ArrowDown" || e.key === "ArrowRight") buttons[(i + 1) % buttons.length]?.focus();
      else if (e.key === "ArrowUp" || e.key === "ArrowLeft") buttons[(i + buttons.length - 1) % buttons.length]?.focus();
      else return;
      e.preventDefault();
      e.stopPropagation();
    });
    this.stage.el.append(fan);
    this.place(hex);
    fan.dataset.hex = hex;
    (fan.querySelector("button") ?? fan).focus({ preventScroll: true });
    this.fanned(hex);
  }

  /** Keeps the fan beside its hex.
   * @param {string} [hex] */
  place(hex = this.fan?.dataset.hex ?? "") {
    const fan = this.fan, p = this.stage.screen(hex);
    if (!fan || !p) return;
    const { w, h: high } = this.stage.size;
    const off = this.stage.radius * this.stage.k + 6;
    const x = p.x + off + fan.offsetWidth < w ? p.x + off : p.x - off - fan.offsetWidth;
    fan.style.left = Math.max(6, Math.min(w - fan.offsetWidth - 6, x)) + "px";
    fan.style.top = Math.max(6, Math.min(high - fan.offsetHeight - 6, p.y - fan.offsetHeight / 2)) + "px";
  }

  close() {
    if (this.fan) this.fanned("");
    this.fan?.remove();
    this.fan = null;
  }
}
