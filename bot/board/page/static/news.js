// What has happened since the reader's last act: told until they act again, with its rolls, and drawn on the map.
import { h, s, the, icon, remembered, still } from "./dom.js";
import { say } from "./words.js";
import { seatNumber } from "./panel.js";
import { sentences } from "./log.js";

/** @typedef {import("./contract.js").Entry} Entry */
/** @typedef {import("./contract.js").Roll} Roll */

const most = 16; // decisions that are told before those ahead of them are folded

export class News {
  /** @param {import("./board.js").Page} page */
  constructor(page) {
    this.page = page;
    this.closed = 0; // decisions up to this one were put away
    this.acted = 0; // the decision that the reader has just made here
    this.known = Infinity; // rolls after this decision have not been shown
    this.traced = ""; // of what the traces on the map are
    this.unfolded = false;
    this.told = ""; // what the list tells
  }

  /** Whether all is told here that came after the reader's last act. */
  get present() {
    const { state } = this.page;
    return !state.sandbox && state.seq === state.last;
  }

  /** What is told here: decisions after the reader's last act; and that itself if it has just been done, or says what a roll does not. */
  entries() {
    const { state, log } = this.page, since = state.since ?? 0, seat = state.viewer.seat;
    if (!this.present) return [];
    const list = log.entries.filter((e) => e.seq >= since && e.seq > this.closed && !e.gone && (e.lines.length || e.rolls?.length));
    const own = list[0]?.seq === since && list[0].seat === seat && (list.length < 2 ? this.acted === since : list.some((e) => e.rolls?.some((r) => r.bars && !r.lines)));
    return own ? list : list.filter((e) => e.seq > since);
  }

  /** Tells lines that no record has yet, or that it has of another time.
   * @param {string[]} lines */
  tell(lines) {
    this.told = "";
    the("happened").replaceChildren(...lines.map((t) => h("p", {}, t)));
  }

  /** Takes away what other eyes were told. */
  forget() {
    this.tell([]);
    this.closed = this.acted = 0;
    this.known = Infinity;
    this.trace("");
  }

  /** Tells what the record has, and draws it. */
  draw() {
    const { state } = this.page, list = this.entries(), since = state.since ?? 0;
    if (!this.present) { this.page.layers.trace(); this.traced = ""; return; }
    const n = list.filter((e) => e.seq > since).length, ahead = this.unfolded ? 0 : Math.max(0, list.length - most);
    const telling = [state.last, since, this.closed, ahead, state.viewer.seat].join();
    if (telling === this.told) return;
    this.told = telling;
    const last = list.findLast((e) => e.rolls?.some((r) => r.bars));
    const rolled = list.some((e) => e.seq > this.known && e.rolls?.length);
    the("happened").replaceChildren(...(n > 1 ? [h("div", { class: "row head" },
      h("h2", {}, state.viewer.seat && since ? say("since", { n }) : say("latest", { n })),
      h("button", { type: "button", id: "again", onclick: () => this.page.replay.play(since) }, icon("M8 5l11 7-11 7z"), say("play")),
      h("button", { type: "button", class: "icon", "aria-label": say("close"), onclick: () => this.close() }, icon("M6 6l12 12M18 6L6 18")))] : []),
    ...(ahead ? [h("button", { type: "button", class: "earlier", onclick: () => { this.unfolded = true; this.draw(); } }, say("earlier") + ": " + ahead)] : []),
    ...(list.length ? [h("ol", { class: "entries" }, ...list.slice(ahead).map((e) => this.#entry(e, e === last)))] : []));
    if (rolled && remembered("sound")) import("./alert.js").then((m) => m.rolled());
    this.known = state.last;
    this.trace(n ? [state.last, since, state.viewer.seat].join() : "");
  }

  /** Puts away what is told, until something new comes. */
  close() {
    this.closed = this.page.state.last;
    this.draw();
    this.page.log.draw();
  }

  /** Draws what came since the last act; what is drawn already stays.
   * @param {string} of "": nothing did */
  async trace(of) {
    if (of === this.traced) return;
    this.traced = of;
    if (!of) { this.page.layers.trace(); return; }
    try {
      const got = await this.page.net.get("since", { seat: this.page.state.viewer.seat || undefined });
      if (this.traced === of) this.page.layers.trace(got.overlay);
    } catch { /* the next state brings it */ }
  }

  /**
   * @param {Entry} e
   * @param {boolean} open whether the table that it was read from is unfolded
   */
  #entry(e, open) {
    const { state, doing } = this.page, fresh = e.seq > this.known && !still(), lines = sentences(e, doing), r = e.rolls?.[0];
    if (r?.proof) lines.at(-1)?.append(h("button", { type: "button", class: "rule", onclick: () => this.page.told.proof(r.proof ?? "") }, say("proof")));
    return h("li", { "data-seq": e.seq, class: "seat-" + seatNumber(state, e.seat ?? "") },
      ...(r?.face ? [h("div", { class: "rolled" }, die(r, fresh), h("div", {}, ...lines))] : lines),
      r?.bars && h("details", { open }, h("summary", {}, r.lines?.join(" ") ?? say("table")), h("ol", { class: "crt" }, ...r.bars.map((b) => {
        const came = b.faces?.includes(r.face ?? "");
        return h("li", { "aria-current": came && "true" }, h("b", {}, came ? "▸ " : "", (b.faces ?? []).join(" ")), h("span", {}, b.label));
      }))));
  }
}

/** Where the pips of a die stand, by its number.
 * @type {Object<string, string>} */
const pips = { 1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268" };

/**
 * The face that came up, or what was drawn, as a picture: its words stand beside it.
 * @param {Roll} r
 * @param {boolean} turns
 */
function die(r, turns) {
  const kind = "die" + (turns ? " turns" : "");
  if (!r.face) return null;
  if (!r.die) return h("span", { class: kind + " chit", "aria-hidden": "true" }, r.face);
  const spots = r.die === 6 ? pips[r.face] : "";
  return s("svg", { class: kind, viewBox: "0 0 40 40", "aria-hidden": "true" },
    r.die === 10 ? s("path", { d: "M20 2L38 17V25L20 38 2 25V17ZM20 2L30 23 20 29 10 23ZM2 25L10 23M38 25L30 23M20 29V38" }) : s("rect", { x: 3, y: 3, width: 34, height: 34, rx: 6 }),
    ...(spots ? [...spots].map((p) => s("circle", { cx: 11 + 9 * (+p % 3), cy: 11 + 9 * Math.floor(+p / 3), r: 3.4 }))
      : [s("text", { x: 20, y: r.die === 10 ? 22.5 : 27, "font-size": r.die === 10 ? 13 : 20 }, r.face)]));
}
