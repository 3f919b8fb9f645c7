// What has happened since the reader's last act: told until they act again, with its rolls, and drawn on the map.
import { h, the, icon, remembered, still } from "./dom.js";
import { say } from "./words.js";
import { seatNumber } from "./panel.js";
import { sentences } from "./log.js";

/** @typedef {import("./contract.js").Entry} Entry */

/** How rolls are shown: it comes with the first.
 * @type {typeof import("./roll.js") | undefined} */
let rolls;

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
    if (!rolls && list.some((e) => e.rolls)) {
      import("./roll.js").then((m) => { rolls = m; this.told = ""; this.draw(); });
      return;
    }
    const rolled = list.some((e) => e.seq > this.known && e.rolls?.length);
    the("happened").replaceChildren(...(n > 1 ? [h("div", { class: "row head" },
      h("h2", {}, state.viewer.seat && since ? say("since", { n }) : say("latest", { n })),
      h("button", { type: "button", id: "again", onclick: () => this.page.replay.play(since) }, icon("M8 5l11 7-11 7z"), say("watch")),
      h("button", { type: "button", class: "icon", "aria-label": say("close"), onclick: () => this.close() }, icon("M6 6l12 12M18 6L6 18")))] : []),
    ...(ahead ? [h("button", { type: "button", class: "earlier", onclick: () => { this.unfolded = true; this.draw(); } }, say("earlier") + ": " + ahead)] : []),
    ...(list.length ? [h("ol", { class: "entries" }, ...list.slice(ahead).map((e) => this.#entry(e, e === last)))] : []));
    if (last && last.seq > this.known) the("happened").querySelector(`[data-seq="${last.seq}"] .rolled`)?.scrollIntoView({ block: "nearest" });
    if (rolled && remembered("sound")) import("./alert.js").then((m) => m.rolled());
    const fresh = list.filter((e) => e.seq > this.known && e.seq > since);
    this.known = state.last;
    this.trace(n ? [state.last, since, state.viewer.seat].join() : "", fresh);
  }

  /** Puts away what is told, until something new comes. */
  close() {
    this.closed = this.page.state.last;
    this.draw();
    this.page.log.draw();
  }

  /** Draws what came since the last act; what is drawn already stays.
   * @param {string} of "": nothing did
   * @param {Entry[]} [fresh] what came just now */
  async trace(of, fresh = []) {
    if (of === this.traced) return;
    this.traced = of;
    if (!of) { this.page.layers.trace(); return; }
    try {
      const got = await this.page.net.get("since", { seat: this.page.state.viewer.seat || undefined });
      if (this.traced !== of) return;
      const { layers, stage, targets } = this.page;
      layers.trace(got.overlay);
      // What happened just now comes into view, where nothing is to be chosen on the map.
      const hexes = fresh.flatMap((e) => e.lines.flatMap((l) => l.hexes ?? []));
      if (!targets.all.size && hexes.some((hex) => !stage.sees(hex))) {
        stage.show(hexes);
        this.page.away = stage.stands;
      }
    } catch { /* the next state brings it */ }
  }

  /**
   * @param {Entry} e
   * @param {boolean} open whether the table of its roll is unfolded
   */
  #entry(e, open) {
    const { state, doing, told } = this.page, lines = sentences(e, doing), r = e.rolls?.[0];
    if (r?.proof) lines.at(-1)?.append(h("button", { type: "button", class: "rule", onclick: () => told.proof(r.proof ?? "") }, say("proof")));
    return h("li", { "data-seq": e.seq, class: "seat-" + seatNumber(state, e.seat ?? "") }, ...(r?.face && rolls ? rolls.card(r, lines, open, e.seq > this.known && !still()) : lines));
  }
}
