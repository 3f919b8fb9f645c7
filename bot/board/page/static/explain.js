// What something is, in a sentence: said beside it while the pointer rests on it or the keyboard is on it, and with what may
// be asked about it after a long press. Loaded when the page is first pointed at.
import { h, lifted, the } from "./dom.js";

/** @typedef {{hexes: Object<string, string>, about: Object<string, string>, rules: Object<string, string>}} Facts */

const rest = 350; // ms until a pointer that rests is answered
const grace = 250; // ms in which the pointer may go over to what is said
const long = 450; // ms of a long press
const slip = 9; // px that a finger may move in it

export class Explain {
  /**
   * @param {import("./board.js").Page} page
   * @param {Event} first what had this loaded
   */
  constructor(page, first) {
    this.page = page;
    /** @type {Promise<Facts> | undefined} */
    this.known = undefined;
    this.at = ""; // of what the tip is, or will be
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.press = undefined;
    this.touch = false; // the last pointer was a finger
    this.tip = h("div", { class: "tip", id: "tip", role: "tooltip", hidden: true });
    this.tip.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.tip.addEventListener("pointerleave", () => this.#later(() => this.hide(), grace));
    the("panel").append(this.tip);
    const stage = page.stage.el;
    stage.addEventListener("pointermove", (e) => this.#over(e));
    stage.addEventListener("pointerleave", () => this.#leave());
    stage.addEventListener("pointerdown", (e) => this.#down(e), { capture: true });
    stage.addEventListener("wheel", () => this.hide(), { passive: true });
    stage.addEventListener("contextmenu", (e) => {
      const hex = this.#hex(e);
      if (!hex || e.target instanceof Element && e.target.closest(".fan")) return;
      e.preventDefault();
      if (!this.touch) this.#open(hex);
    });
    document.addEventListener("pointerover", (e) => { if (e.pointerType !== "touch") this.#beside(e.target, rest); });
    document.addEventListener("focusin", (e) => {
      if (e.target instanceof Element && e.target.matches(":focus-visible")) this.#focused(e.target);
    });
    document.addEventListener("focusout", () => this.#leave());
    addEventListener("keydown", (e) => {
      if (e.key !== "Escape" || this.tip.hidden) return;
      this.hide();
      e.stopPropagation();
    }, { capture: true });
    if (first instanceof PointerEvent && first.target instanceof Node && stage.contains(first.target)) {
      // A finger may have been lifted while this was loaded: then it was a tap.
      if (first.type !== "pointerdown") this.#over(first); else if (page.stage.fingers.has(first.pointerId)) this.#down(first);
    }
  }

  /** What never changes in the match.
   * @returns {Promise<Facts>} */
  facts() {
    return this.known ??= this.page.net.get("facts", { lang: document.documentElement.lang })
      .catch(() => { this.known = undefined; return { hexes: {}, about: {}, rules: {} }; });
  }

  /** @param {MouseEvent} e */
  #hex(e) {
    const { stage } = this.page, r = stage.el.getBoundingClientRect();
    return stage.hexAt({ x: e.clientX - r.left, y: e.clientY - r.top }, stage.radius * stage.k);
  }

  /**
   * @param {() => void} f
   * @param {number} ms
   */
  #later(f, ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(f, ms);
  }

  /** @param {PointerEvent} e */
  #over(e) {
    this.touch = e.pointerType === "touch";
    if (this.touch) return;
    const outside = e.target instanceof Element && e.target.closest("button, .fan");
    const hex = e.buttons || outside || this.page.targets.fan ? "" : this.#hex(e);
    if (hex === this.at) return;
    const shown = !this.tip.hidden;
    this.at = hex;
    if (!hex) { this.#leave(); return; }
    this.#later(() => this.#tell(hex), rest);
    if (shown) this.tip.hidden = true;
  }

  #leave() {
    this.at = "";
    this.#later(() => this.hide(), grace);
  }

  hide() {
    clearTimeout(this.timer);
    this.at = "";
    if (this.tip.hidden) return; // as mostly, while the wheel turns
    this.tip.hidden = true;
    document.querySelector("[aria-describedby=tip]")?.removeAttribute("aria-describedby");
  }

  /** A finger that stays is shown what is there; it chooses nothing.
   * @param {PointerEvent} e */
  #down(e) {
    this.touch = e.pointerType === "touch";
    this.hide();
    clearTimeout(this.press);
    if (!this.touch || !e.isPrimary || e.target instanceof Element && e.target.closest("button, .fan")) return;
    const hex = this.#hex(e), from = { x: e.clientX, y: e.clientY };
    const ends = new AbortController();
    const end = () => { clearTimeout(this.press); ends.abort(); };
    /** @type {(type: string, f: (e: any) => void) => void} */
    const on = (type, f) => addEventListener(type, f, { capture: true, signal: ends.signal });
    on("pointermove", (m) => { if (Math.hypot(m.clientX - from.x, m.clientY - from.y) > slip) end(); });
    on("pointerdown", (p) => { if (p !== e) end(); });
    on("pointerup", end);
    on("pointercancel", end);
    this.press = setTimeout(() => {
      end();
      if (!hex) return;
      this.page.stage.moved = true; // what the finger does next is no tap
      addEventListener("pointerup", lifted, { once: true });
      this.#open(hex);
    }, long);
  }

  /** @param {string} hex */
  async #open(hex) {
    this.hide();
    this.page.fans.open(hex);
    const { targets } = this.page, says = (await this.facts()).hexes[hex];
    if (says && targets.fan?.dataset.hex === hex) {
      targets.fan.querySelector("p")?.replaceChildren(says);
      targets.place();
    }
  }

  /** Tells what is in a hex, beside it.
   * @param {string} hex
   * @param {Element} [el] what the keyboard is on */
  async #tell(hex, el) {
    const { state, targets, stage } = this.page, says = (await this.facts()).hexes[hex];
    if (this.at !== hex || targets.fan) return;
    const there = state.pieces.filter((p) => p.hex === hex);
    this.tip.replaceChildren(
      ...(el ? [] : (targets.all.get(hex)?.options ?? []).filter((o) => !o.piece).slice(0, 3).map((o) => h("p", { class: "does" }, o.label))),
      ...there.map((p) => piece(p)),
      ...(state.marks?.[hex] ? [h("p", {}, state.marks[hex])] : []),
      ...(says ? [h("p", { class: "note" }, says)] : []));
    const p = stage.screen(hex), r = stage.el.getBoundingClientRect();
    if (!p || !this.tip.childElementCount) return;
    this.tip.hidden = false;
    el?.setAttribute("aria-describedby", "tip");
    this.#place(r.left + p.x, r.top + p.y, stage.radius * stage.k + 4, [...targets.all.keys()].filter((id) => id !== hex).map((id) => stage.screen(id))
      .filter((t) => t !== null).map((t) => ({ x: r.left + t.x, y: r.top + t.y })), stage.inner * stage.k, r);
  }

  /**
   * Puts the tip beside a point, where it covers the fewest of the things that may be chosen, and never the point itself.
   * @param {number} x
   * @param {number} y
   * @param {number} off
   * @param {{x: number, y: number}[]} spare
   * @param {number} reach how far each of those goes
   * @param {DOMRect} within
   */
  #place(x, y, off, spare = [], reach = 0, within = new DOMRect(0, 0, innerWidth, innerHeight)) {
    this.tip.style.left = this.tip.style.top = "0"; // where it is as wide as it may be
    const { offsetWidth: w, offsetHeight: high } = this.tip;
    const most = { x: within.right - w - 6, y: within.bottom - high - 6 };
    /** @type {[number, number][]} */
    const places = [[x + off, y - high / 2], [x - off - w, y - high / 2], [x - w / 2, y + off], [x - w / 2, y - off - high],
      [x + off, y + off], [x - off - w, y + off], [x + off, y - off - high], [x - off - w, y - off - high]];
    let best = places[0], least = Infinity;
    for (const [px, py] of places) {
      const l = Math.max(within.left + 6, Math.min(most.x, px)), t = Math.max(within.top + 6, Math.min(most.y, py));
      const over = (/** @type {{x: number, y: number}} */ c, /** @type {number} */ by) => c.x + by > l && c.x - by < l + w && c.y + by > t && c.y - by < t + high;
      const cost = spare.filter((c) => over(c, reach)).length + (over({ x, y }, off * 0.8) ? 1000 : 0);
      if (cost < least) { least = cost; best = [l, t]; }
    }
    this.tip.style.left = best[0] + "px";
    this.tip.style.top = best[1] + "px";
  }

  /** @param {Element} el */
  #focused(el) {
    const hex = el.closest("#targets [data-hex]")?.getAttribute("data-hex");
    if (!hex) { this.#beside(el, rest); return; }
    this.at = hex;
    this.#later(() => this.#tell(hex, el), rest * 2);
  }

  /**
   * Tells what a paragraph, a track, a box or a piece in it is.
   * @param {EventTarget | null} target
   * @param {number} ms
   */
  #beside(target, ms) {
    const el = target instanceof Element ? target.closest("button.rule, [data-box] [data-piece], .track li, [data-track], [data-box]") : null;
    if (!el) {
      if (this.at.startsWith("!")) this.#leave();
      return;
    }
    const at = "!" + (el.getAttribute("data-says") ?? el.textContent ?? "");
    if (at === this.at) return;
    this.tip.hidden = true;
    this.at = at;
    this.#later(async () => {
      const says = this.#says(el, await this.facts());
      if (!says || this.at !== at) return;
      this.tip.replaceChildren(says);
      this.tip.hidden = false;
      if (el === document.activeElement) el.setAttribute("aria-describedby", "tip");
      const r = el.getBoundingClientRect();
      this.#place(r.left + Math.min(r.width / 2, 60), r.top + r.height / 2, Math.min(r.height / 2, 20) + 6);
    }, ms);
  }

  /**
   * @param {Element} el
   * @param {Facts} facts
   */
  #says(el, facts) {
    const of = (/** @type {string} */ name) => el.getAttribute("data-" + name);
    const id = of("piece");
    if (id) {
      const p = this.page.state.pieces.find((one) => one.id === id);
      return p && piece(p);
    }
    const rule = /^§ ([\d.]+)$/.exec(el.textContent ?? "");
    const track = el.closest("[data-track]"), kind = track ? "track" : "box", name = (track ?? el).getAttribute("data-" + kind) ?? "", cell = of("says");
    const text = rule ? facts.rules[rule[1]] : facts.about[kind + "." + name] ?? facts.about[kind + "." + name.replace(/-[a-z]+$/, "")];
    return (text || cell) && h("div", {}, cell && h("p", {}, h("b", {}, cell)), text && h("p", {}, text));
  }
}

/** @param {import("./contract.js").Piece} p */
const piece = (p) => h("p", {}, h("b", {}, p.name), " · ", [p.says, p.left].filter(Boolean).join(" · "));
