// What has happened since the reader's last act: told until they act again, with its rolls, and drawn on the map. While they
// build an order it is folded.
import { fold, h, the, icon, narrow, remembered, still } from "./dom.js";
import { say } from "./words.js";
import { seatNumber } from "./panel.js";
import { sentences } from "./log.js";

/** @typedef {import("./contract.js").Entry} Entry */

/** How rolls are shown: it comes with the first.
 * @type {typeof import("./roll.js") | undefined} */
let rolls;

const most = 16; // decisions that are told before those ahead of them are folded

/** Whether something was drawn of which only the player who takes it can tell.
 * @param {Entry} e */
const unseen = (e) => !e.lines.length && !e.rolls?.some((r) => r.face);

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
    this.building = false; // whether an order is half built
    this.open = true;
  }

  /** Whether all is told here that came after the reader's last act. */
  get present() {
    const { state } = this.page;
    return !state.sandbox && state.seq === state.last;
  }

  /** What is told here, and not in the log. */
  entries() {
    const building = !!this.page.asked()?.node?.path.length;
    if (building !== this.building) this.open = !building;
    this.building = building;
    return this.open ? this.#news() : [];
  }

  /** What came after the reader's last act, but for what followed from that in their own name; and the act itself if it has just
   * been done, or says what its roll does not. */
  #news() {
    const { state, log } = this.page, since = state.since ?? 0, seat = state.viewer.seat;
    if (!this.present) return [];
    const list = log.entries.filter((e) => e.seq >= since && e.seq > this.closed && !e.gone && (e.lines.length || e.rolls?.length));
    const own = list[0]?.seq === since && list[0].seat === seat && (list.length < 2 ? this.acted === since : list.some((e) => e.rolls?.some((r) => r.bars && !r.lines)));
    let others = !seat; // whether another side has acted
    return list.filter((e, i) => {
      others ||= state.seats.some((s) => s.id === e.seat && s.id !== seat);
      return !unseen(e) && (e.seq > since ? others || e.seat !== seat || e.standing || i && unseen(list[i - 1]) : own);
    });
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
    const { state } = this.page, since = state.since ?? 0, box = the("happened");
    if (!this.present) { this.page.layers.trace(); this.traced = ""; return; }
    const shown = this.entries(), list = this.open ? shown : this.#news(), n = list.filter((e) => e.seq > since).length, ahead = this.unfolded ? 0 : Math.max(0, shown.length - most);
    const telling = [state.last, since, this.closed, ahead, state.viewer.seat, this.open].join();
    if (telling === this.told) return;
    if (!rolls && list.some((e) => e.rolls)) {
      import("./roll.js").then((m) => { rolls = m; this.draw(); });
      return;
    }
    this.told = telling;
    const last = list.findLast((e) => e.rolls?.some((r) => r.bars));
    box.replaceChildren(...(n > 1 || n && this.building ? [h("div", { class: "row head" },
      h("h2", {}, fold(state.viewer.seat && since ? say("since", { n }) : say("latest", { n }), this.open, (open) => { this.open = open; this.draw(); this.page.log.draw(); })),
      ...(this.open ? [h("button", { type: "button", id: "again", onclick: () => this.page.replay.play(since) }, icon("M8 5l11 7-11 7z"), say("watch")),
        h("button", { type: "button", class: "icon", "aria-label": say("close"), onclick: () => this.close() }, icon("M6 6l12 12M18 6L6 18"))] : []))] : []),
    ...(ahead ? [h("button", { type: "button", class: "earlier", onclick: () => { this.unfolded = true; this.draw(); } }, say("earlier") + ": " + ahead)] : []),
    ...(shown.length ? [h("ol", { class: "entries" }, ...shown.slice(ahead).map((e) => this.#entry(e, e === last)))] : []));
    const fresh = list.filter((e) => e.seq > this.known);
    // The row of the roll is seen, and its die above all.
    if (last && fresh.includes(last)) for (const part of ["[aria-current]", ".rolled"]) box.querySelector(`[data-seq="${last.seq}"] ${part}`)?.scrollIntoView({ block: "nearest" });
    if (remembered("sound") && fresh.some((e) => e.rolls?.length)) import("./alert.js").then((m) => m.rolled());
    this.known = state.last;
    this.trace(n ? [state.last, since, state.viewer.seat].join() : "", fresh.length ? list.filter((e) => e.seq > since) : []);
  }

  /** Puts away what is told, until something new comes. */
  close() {
    this.closed = this.page.state.last;
    this.draw();
    this.page.log.draw();
  }

  /** Draws what came since the last act; what is drawn already stays.
   * @param {string} of "": nothing did
   * @param {Entry[]} [news] what is to be seen, if something came just now */
  async trace(of, news = []) {
    if (of === this.traced) return;
    this.traced = of;
    if (!of) { this.page.layers.trace(); return; }
    try {
      const got = await this.page.net.get("since", { seat: this.page.state.viewer.seat || undefined });
      if (this.traced !== of) return;
      const { layers, stage, targets } = this.page;
      layers.trace(got.overlay);
      // What happened just now comes into view, where nothing is to be chosen on the map, until the reader goes on.
      if (!targets.all.size) stage.visit(news.flatMap((e) => e.lines.flatMap((l) => l.hexes ?? [])), this.page.own());
    } catch { /* the next state brings it */ }
  }

  /**
   * @param {Entry} e
   * @param {boolean} last whether it is the last roll that is read from a table
   */
  #entry(e, last) {
    const { state, doing, told } = this.page, lines = sentences(e, doing), r = e.rolls?.[0];
    if (r?.proof) lines.at(-1)?.append(h("button", { type: "button", class: "rule", onclick: () => told.proof(r.proof ?? "") }, say("proof")));
    return h("li", { "data-seq": e.seq, class: "seat-" + seatNumber(state, e.seat ?? "") }, ...(r?.face && rolls ? rolls.card(r, lines, last && !narrow.matches, e.seq > this.known && !still()) : lines));
  }
}
