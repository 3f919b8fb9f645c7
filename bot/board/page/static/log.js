// The record beside the board: what was decided, with its dice and their proofs; filter,
// search, and the way to any decision and back.
import { h } from "./dom.js";
import { say } from "./words.js";
import { rule, seatNumber } from "./panel.js";

/** @typedef {import("./contract.js").State} State */
/** @typedef {import("./contract.js").Entry} Entry */

const page = 60; // decisions that are fetched at once
const scrolling = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " ", "Tab"]; // keys that scroll

export class Log {
  /**
   * @param {HTMLElement} el
   * @param {import("./net.js").Net} net
   * @param {{jump: (seq: number) => void, rule: (rule: string) => void, proof: (address: string) => void}} doing
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
    this.view = 0; // how often the eyes changed for which the record is told
    this.more = h("button", { type: "button", class: "earlier", onclick: () => this.earlier(page) }, say("earlier"));
    el.append(h("div", { class: "seek" }, this.search, this.filter), this.more, this.list);
    this.box = el;
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
    const first = this.from < 0;
    this.state = state;
    this.shown = state.seq;
    if (first) {
      this.from = this.to = Math.max(0, state.last - page);
      this.filter.replaceChildren(...[["", say("all")], ...state.seats.map((s) => [s.id, s.label]), ["dice", say("dice")]]
        .map(([value, label]) => h("option", { value }, label)));
    }
    if (state.last > this.to) {
      const view = this.view, got = await this.#get(this.to, state.last);
      if (view !== this.view) return;
      this.entries.push(...got.filter((e) => e.seq > this.to));
      this.to = Math.max(this.to, state.last);
    }
    this.draw();
    this.#end();
  }

  /** Takes away what was told, as other eyes look now. */
  forget() {
    this.view++;
    this.entries = [];
    this.from = -1;
    this.to = 0;
    this.list.replaceChildren();
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
    /** @param {Entry} e */
    const fits = (e) => (e.lines.length || e.rolls?.length) && (!of || (of === "dice" ? e.rolls?.length : e.seat === of))
      && (!want || String(e.seq) === want || e.lines.some((l) => l.rule === want || l.text.toLowerCase().includes(want)));
    let turn = ""; // the heading of what is shown next: the decision that it stands before may tell nothing
    const items = [];
    for (const e of this.entries) {
      turn = e.turn || turn;
      if (!fits(e)) continue;
      if (turn) items.push(h("li", { class: "turn" }, h("h3", {}, turn)));
      turn = "";
      items.push(this.#entry(e));
    }
    this.more.hidden = this.from <= 0;
    this.list.replaceChildren(...items);
    this.mark(this.shown);
  }

  /** @param {Entry} e */
  #entry(e) {
    return h("li", { "data-seq": e.seq, class: "seat-" + (this.state ? seatNumber(this.state, e.seat ?? "") : 0) + (e.gone ? " gone" : "") },
      h("button", { type: "button", class: "at", "aria-label": say("jump", { n: e.seq }), title: new Date(e.at).toLocaleString(document.documentElement.lang), onclick: () => this.doing.jump(e.seq) }, e.seq),
      ...e.lines.map((l) => h("p", {}, l.text, l.rule && rule(l.rule, this.doing.rule))),
      ...(e.rolls ?? []).map((r) => h("p", { class: "roll" }, "⚄ ", r.text,
        r.proof && h("button", { type: "button", class: "rule", onclick: () => this.doing.proof(r.proof ?? "") }, say("proof")))));
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
