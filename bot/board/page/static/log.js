// The record beside the board: what was decided, with its dice and their proofs; filter,
// search, and the way to any decision and back.
import { h, icon, narrow, the } from "./dom.js";
import { say } from "./words.js";
import { rule, seatNumber } from "./panel.js";

/** @typedef {import("./contract.js").State} State */
/** @typedef {import("./contract.js").Entry} Entry */

const page = 60; // decisions that are fetched at once
const scrolling = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " ", "Tab"]; // keys that scroll

const lang = document.documentElement.lang.replace(/^en$/, "en-GB"); // 24 hours, and the day before the month
const days = new Intl.DateTimeFormat(lang, { weekday: "long", day: "numeric", month: "long" });
const hours = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit" });

/**
 * The sentences of a decision.
 * @param {Entry} e
 * @param {{rule: (rule: string) => void, why: (seq: number) => void}} doing
 */
export const sentences = (e, doing) => e.lines.map((l, i) => h("p", { "data-at": [...l.hexes ?? [], ...l.pieces ?? []].join(" ") || null },
  e.standing && !i && h("span", { class: "chip" }, say("standing")), l.text, l.rule && rule(l.rule, doing.rule),
  e.why && !i && h("button", { type: "button", class: "rule", onclick: () => doing.why(e.seq) }, say("why"))));

export class Log {
  /**
   * @param {HTMLElement} el
   * @param {import("./net.js").Net} net
   * @param {{jump: (seq: number) => void, rule: (rule: string) => void, why: (seq: number) => void, proof: (address: string) => void, news: () => Entry[]}} doing news is what is told elsewhere
   */
  constructor(el, net, doing) {
    this.net = net;
    this.doing = doing;
    /** @type {Entry[]} */
    this.entries = [];
    this.from = -1; // decisions after this one are known; -1: none yet
    this.to = 0;
    this.atEnd = true;
    this.scrolled = false; // by the reader, since they read the end
    this.shown = 0; // the decision that the board shows
    /** @type {State | null} */
    this.state = null;
    /** @type {Promise<void>} */
    this.under = Promise.resolve();
    this.list = h("ol", { class: "entries" });
    this.search = h("input", { type: "search", placeholder: say("search"), "aria-label": say("search"), oninput: () => this.#searched() });
    this.filter = h("select", { "aria-label": say("filter"), onchange: () => this.draw() });
    this.apart = ""; // what is told elsewhere
    this.view = 0; // how often the eyes changed for which the record is told
    this.more = h("button", { type: "button", class: "earlier", onclick: () => this.earlier(page) }, say("earlier"));
    const seek = h("div", { class: "seek", hidden: true }, this.search, this.filter);
    const find = h("button", { type: "button", "aria-expanded": "false", "aria-label": say("seek"), title: say("seek"), onclick: () => {
      seek.hidden = !seek.hidden;
      find.ariaExpanded = String(!seek.hidden);
      if (!seek.hidden) { this.search.focus(); return; }
      this.search.value = this.filter.value = "";
      this.draw();
    } }, icon("M10 4a6 6 0 1 0 0 12a6 6 0 0 0 0-12M15 15l5 5"));
    the("at").after(find);
    el.append(seek, this.more, this.list);
    this.box = el;
    narrow.addEventListener("change", () => this.draw());
    // It shows its end, also where the room for it changes, until the reader scrolls away, and again once they have scrolled
    // back: what moves by itself says nothing of where they want to be.
    for (const [event, scrolls] of /** @type {[string, (e: Event) => boolean][]} */ ([
      ["wheel", () => true], ["touchmove", () => true],
      ["keydown", (e) => scrolling.includes(/** @type {KeyboardEvent} */ (e).key)],
      ["pointerdown", (e) => e.target === el], // the bar beside it
    ])) el.addEventListener(event, (e) => { this.scrolled ||= scrolls(e); }, { passive: true });
    el.addEventListener("scroll", () => {
      if (this.scrolled) this.atEnd = el.scrollHeight - el.scrollTop - el.clientHeight < 60;
      this.scrolled &&= !this.atEnd;
    });
    new ResizeObserver(() => this.#end()).observe(el);
  }

  /**
   * Takes what is new.
   * @param {State} state
   */
  follow(state) {
    // One after the other: two that fetch the same would show it twice.
    return this.under = this.under.catch(() => {}).then(() => this.#follow(state));
  }

  /** @param {State} state */
  async #follow(state) {
    const first = this.from < 0, shown = this.shown, was = this.apart;
    this.state = state;
    this.shown = state.seq;
    const last = state.watched ? state.seq : state.last; // who watches is told nothing that comes later
    if (first || last - this.to > 3 * page) {
      this.entries = [];
      this.from = this.to = Math.max(0, last - page);
      this.filter.replaceChildren(...[["", say("all")], ...state.seats.map((s) => [s.id, s.label]), ["dice", say("dice")]]
        .map(([value, label]) => h("option", { value }, label)));
    }
    if (last > this.to) {
      const view = this.view, got = await this.#get(this.to, last);
      if (view !== this.view) return;
      this.entries.push(...got.filter((e) => e.seq > this.to));
      this.to = last;
      // What the match has left behind is told so.
      const back = Math.min(...got.map((e) => e.back ?? Infinity));
      if (back < this.to) {
        const from = Math.max(back, this.from), again = await this.#get(from, this.to);
        if (view !== this.view) return;
        this.entries = [...this.entries.filter((e) => e.seq <= from || e.seq <= this.to - again.length), ...again];
      }
    }
    if (first || was !== this.#elsewhere() || shown !== state.seq) this.draw();
    this.#end();
  }

  /** What is told as news, and not once more here: by its first and last decision. */
  #elsewhere() {
    const news = this.doing.news();
    return [this.to, news[0]?.seq, news.at(-1)?.seq].join();
  }

  /** Takes away what was told, as other eyes look now. */
  forget() {
    this.view++;
    this.entries = [];
    this.from = -1;
    this.to = 0;
    this.list.replaceChildren();
  }

  /** Brings a line into view, where the log scrolls by itself.
   * @param {Element} line */
  bring(line) {
    const a = line.getBoundingClientRect(), b = this.box.getBoundingClientRect();
    if (a.top < b.top || a.bottom > b.bottom) this.box.scrollTop += a.top - b.top - b.height / 2;
  }

  #end() {
    if (this.atEnd) this.box.scrollTop = this.box.scrollHeight;
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {Promise<Entry[]>}
   */
  #get(from, to) { return this.net.get("log", { from, to, seat: this.state?.viewer.seat }); }

  /** @param {number} n */
  async earlier(n) {
    if (this.from <= 0) return;
    this.atEnd = false;
    const from = Math.max(0, this.from - n);
    const view = this.view, got = await this.#get(from, this.from);
    if (view !== this.view) return;
    this.entries.unshift(...got.filter((e) => e.seq <= this.from));
    this.from = from;
    const below = this.box.scrollHeight - this.box.scrollTop;
    this.draw();
    this.box.scrollTop = this.box.scrollHeight - below;
  }

  async #searched() {
    while (this.search.value && this.from > 0) await this.earlier(page);
    this.draw();
  }

  /** What was decided from one decision on to another, in sentences.
   * @param {number} from
   * @param {number} to */
  told(from, to) { return this.entries.filter((e) => e.seq > from && e.seq <= to).flatMap((e) => e.lines.map((l) => l.text)); }

  draw() {
    const want = this.search.value.trim().toLowerCase(), of = this.filter.value;
    // What is told as news is not told twice.
    this.apart = this.#elsewhere();
    const news = want || of ? [] : this.doing.news(), elsewhere = new Set(news.map((e) => e.seq));
    /** @param {Entry} e */
    const fits = (e) => !(this.state?.watched && e.seq > this.shown) && (e.lines.length || e.rolls?.length) && !elsewhere.has(e.seq) && (!of || (of === "dice" ? e.rolls?.length : e.seat === of))
      && (!want || String(e.seq) === want || e.lines.some((l) => l.rule === want || l.text.toLowerCase().includes(want)));
    let turn = ""; // the heading of what is shown next: the decision that it stands before may tell nothing
    let hour = "";
    /** Days and turns, each under its heading.
     * @type {{day: string, turns: {turn: string, list: HTMLElement[]}[]}[]} */
    const all = [];
    for (const e of this.entries) {
      turn = e.turn || turn;
      if (!fits(e)) continue;
      const day = days.format(e.at), last = all.at(-1);
      if (last?.day !== day) all.push({ day, turns: [{ turn, list: [] }] });
      else if (turn) last.turns.push({ turn, list: [] });
      turn = "";
      const at = hours.format(e.at);
      all.at(-1)?.turns.at(-1)?.list.push(this.#entry(e, at === hour ? "" : at));
      hour = at;
    }
    /** @template T
     * @param {T[]} list */
    const order = (list) => narrow.matches ? list.reverse() : list; // the newest first
    const items = order(all).flatMap((d) => [h("li", { class: "turn day" }, h("h3", {}, d.day)),
      ...order(d.turns).flatMap((t) => [...(t.turn ? [h("li", { class: "turn" }, h("h4", {}, t.turn))] : []), ...order(t.list)])]);
    this.more.hidden = this.from <= 0;
    narrow.matches ? this.list.after(this.more) : this.list.before(this.more);
    this.list.replaceChildren(...items);
    this.mark(this.shown);
  }

  /**
   * @param {Entry} e
   * @param {string} at the hour, where it has changed
   */
  #entry(e, at) {
    const lines = sentences(e, this.doing);
    for (const r of e.rolls ?? []) {
      if (!lines.length) lines.push(h("p", {}, r.text));
      if (r.face) lines[0].prepend(h("b", { class: "face", "aria-hidden": "true" }, r.face), " ");
      if (r.proof) lines[lines.length - 1].append(h("button", { type: "button", class: "rule", onclick: () => this.doing.proof(r.proof ?? "") }, say("proof")));
    }
    return h("li", { "data-seq": e.seq, class: "seat-" + (this.state ? seatNumber(this.state, e.seat ?? "") : 0) + (e.gone ? " gone" : "") },
      h("button", { type: "button", class: "at", "aria-label": say("jump", { n: e.seq }), onclick: () => this.doing.jump(e.seq) }, e.seq), at && h("time", {}, at),
      ...lines);
  }

  /** Marks the decision that the board shows, if it is not the last.
   * @param {number} seq */
  mark(seq) {
    this.shown = seq;
    for (const li of this.list.children) {
      if (li.getAttribute("data-seq") === String(seq) && this.state && seq < this.state.last) li.setAttribute("aria-current", "step");
      else li.removeAttribute("aria-current");
    }
  }
}
