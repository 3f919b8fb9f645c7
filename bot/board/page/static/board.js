// The page of a match: it shows the state that came with it, tells the server what its reader
// does, and shows what became of that.
import { h, the, data, narrow, remembered, still } from "./dom.js";
import { say } from "./words.js";
import { Net, Lost, Refused, key } from "./net.js";
import { listen } from "./events.js";
import { Stage } from "./stage.js";
import { Layers } from "./layers.js";
import { Targets } from "./targets.js";
import { Log } from "./log.js";
import { typed } from "./order.js";
import { Bar, beside, stands } from "./bar.js";
import { act, questions, refusal, seat } from "./panel.js";
import { Told } from "./told.js";
import { Replay } from "./replay.js";
import { Fans } from "./fans.js";
import { News } from "./news.js";
import { shortcuts, tabs } from "./keys.js";
import { aloud, asked, handOver, help, sure } from "./dialogs.js";

/** @typedef {import("./contract.js").State} State */
/** @typedef {import("./contract.js").Ask} Ask */
/** @typedef {import("./contract.js").Option} Option */
/** @typedef {import("./contract.js").Done} Done */

const echo = 1000; // ms after an answer in which it is also told as news
const again = 3000; // ms until what was lost is tried again
const apart = ["undo", "accept", "decline", "note"]; // acts that have their place elsewhere
/** The colours of sides that are called after one.
 * @type {Object<string, string>} */
const called = { blue: "var(--ui-accent)", red: "var(--ui-bad)" };
/** The grid of a game without a map.
 * @type {import("./contract.js").Grid} */
const none = { width: 1, height: 1, at: {}, corners: [[0, 0]] };

export class Page {
  constructor() {
    /** @type {State} */
    this.state = data("state");
    this.net = new Net();
    this.eyes = ""; // the seat to which the screen was handed; "": as the server chooses
    this.busy = false;
    this.handing = false;
    this.answered = -Infinity; // when an action was answered last
    this.missing = false; // whether the stream of events is lost
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    this.tryer = "";
    this.undoes = the("undo").title;
    /** How long the half built order was before each pick of this page.
     * @type {{prompt: string, n: number}[]} */
    this.picked = [];
    this.mine = true; // whether the reader was asked
    this.asks = ""; // the questions that the panel shows, in short
    /** The action that is under way.
     * @type {Promise<any>} */
    this.under = Promise.resolve();
    /** @type {import("./write.js").Fields | undefined} */
    this.fields = undefined;
    const grid = data("grid"); // null: the game has no map, and its place is hidden
    this.stage = new Stage(the(grid ? "stage" : "map"), the("map"), grid ?? none, (hex, around, touch) => this.fans.tap(hex, around, touch));
    this.layers = new Layers(the("pieces"), the("marks"), the("under"), the("over"), the("traces"));
    this.targets = new Targets(this.stage, the("targets"), (o) => { const q = this.asked(); if (q) this.pick(q, o); });
    this.stage.placed = () => this.targets.place();
    this.fans = new Fans(this);
    this.bar = new Bar();
    this.told = new Told(this);
    this.replay = new Replay(this);
    this.log = new Log(the("log"), this.net, {
      jump: (seq) => this.replay.look(seq), rule: (r) => this.told.ask("rules " + r), why: (n) => this.told.why(n), proof: (address) => this.told.proof(address),
      news: () => this.news.entries(),
    });
    this.news = new News(this);
    const boxes = document.querySelector(".nomap"), place = () => { if (boxes) narrow.matches ? the("happened").after(boxes) : the("stage").prepend(boxes); };
    place();
    narrow.addEventListener("change", place);
    const lists = [the("log"), the("happened")];
    /** @type {Promise<import("./lights.js").Lights> | undefined} */
    let lights;
    this.lights = () => lights ??= import("./lights.js").then((m) => new m.Lights(this, the("lit"), lists));
    for (const el of lists) for (const event of ["pointerover", "focusin"]) el.addEventListener(event, (e) => this.lights().then((l) => l.at(e)), { once: true });
    this.targets.fanned = (hex) => this.lights().then((l) => l.name(hex));
    this.line = typed(the("order"), this.net, () => this.seat(), (text) => this.order(text));
    /** @type {import("./panel.js").Doing} */
    this.doing = {
      pick: (q, o) => this.pick(q, o), field: (q, o) => this.fields?.field(q, o),
      confirm: (q) => this.action({ do: "answer", prompt: q.prompt, path: q.node?.path, seat: q.seat }),
      usual: (q) => this.action({ do: "draft", prompt: q.prompt, path: q.usual, seat: q.seat }),
      drop: (q) => this.action({ do: "draft", prompt: q.prompt, path: [], seat: q.seat }),
      back: () => this.back(), rule: (r) => this.told.ask("rules " + r), act: (a) => this.act(a),
      why: (n) => this.told.why(n),
    };
    this.net.reached = (up) => this.connected(up);
    this.#buttons();
    tabs();
    shortcuts(this);
    const gone = new AbortController();
    for (const type of ["pointermove", "pointerdown", "focusin"]) {
      addEventListener(type, (e) => { gone.abort(); import("./explain.js").then((m) => new m.Explain(this, e)); }, { signal: gone.signal });
    }
  }

  begin() {
    this.state.seats.forEach((s, i) => { if (called[s.id]) document.documentElement.style.setProperty("--ui-seat-" + (i + 1), called[s.id]); });
    // The layers came with the page, not with its data.
    this.state.layers = this.layers.now;
    this.show(this.state, false);
    this.center();
    if (remembered("skin." + this.state.title)) import("./skin.js").then((m) => m.skin(this)).catch((err) => this.failed(err));
    if (location.search.includes("play") && !still()) this.replay.play(this.state.seq);
    listen((match, seq) => { if (match === this.state.match) this.changed(seq); }, (up) => {
      this.connected(up);
      if (up) this.net.wake();
      // What is decided after the page was made and before the stream is open is told by nobody, nor what is while that is lost.
      if (up && (this.missing || !this.asked())) this.changed();
      this.missing = !up;
    });
    addEventListener("pageshow", (e) => { if (e.persisted) this.changed(); });
  }

  /** The question that is answered on the board: the first that is the reader's. */
  asked() { return this.state.asks.find((q) => q.mine && q.node); }

  seat() { return this.asked()?.seat ?? this.state.viewer.seat ?? ""; }

  /** Shows where something is to be done, or else the reader's own pieces; the whole map where they have none on it. */
  center() {
    const { node } = this.asked() ?? {}, hexes = [...this.targets.all.keys(), ...(node?.focus ? [node.focus] : [])], own = this.own();
    this.stage.show(hexes.length ? hexes : own.length ? own : this.state.pieces.map((p) => p.hex));
  }

  /** Where the reader's own pieces are. */
  own() {
    const { pieces, viewer } = this.state, own = this.seat() || viewer.seats[0];
    return pieces.filter((p) => p.hex && p.seat === own).map((p) => p.hex);
  }

  /**
   * @param {State} state
   * @param {boolean} [moving] whether pieces slide
   */
  show(state, moving = true) {
    const had = document.activeElement;
    const inPanel = the("asks").contains(had), onBoard = the("targets").contains(had) || !!this.targets.taken;
    if (!state.sandbox !== !this.state.sandbox) this.news.tell([]);
    if (state.viewer.seat !== this.state.viewer.seat) this.forget();
    const own = (/** @type {State} */ { pieces }) => pieces.some((p) => p.hex && p.seat === state.viewer.seat);
    const came = !own(this.state) && own(state); // their first pieces: that is where they look
    if (state.since !== this.state.since) document.getElementById("begin")?.remove();
    this.state = state;
    const past = !state.sandbox && state.seq < state.last;
    const asks = state.asks.map((q) => q.prompt + (q.node?.path ?? "")).join();
    document.body.classList.toggle("past", past);
    document.body.classList.toggle("sandbox", !!state.sandbox);
    the("about").textContent = state.board ?? "";
    the("head").textContent = ["#" + state.seq, state.head].filter(Boolean).join(" · ");
    this.bar.show(state);
    this.layers.show(state.layers, moving);
    this.overlay();
    this.targets.show(state, past ? [] : this.asked()?.node?.options ?? []);
    // What may be chosen comes to where it is seen, and on a telephone near enough for a finger.
    const hexes = [...this.targets.all.keys()];
    if (asks !== this.asks && this.asked()) this.stage.leave();
    if (came) this.center();
    else if (asks !== this.asks && hexes.length && (this.stage.small && matchMedia("(pointer: coarse)").matches || !hexes.some((hex) => this.stage.sees(hex)))) {
      this.stage.show(hexes);
    }
    const anew = asks !== this.asks, first = !this.asks;
    if (anew) the("now").scrollTop = the("panel").scrollTop = 0;
    this.asks = asks;
    the("asks").replaceChildren(...(state.sandbox ? [this.#sandbox()] : []), ...(past ? [this.#past(state)] : questions(state, this.doing)));
    if (anew && !first && state.lesson) the("asks").scrollIntoView({ block: "nearest" }); // its text, which was read, stands above
    const boxes = document.querySelector(".nomap"), { files } = state;
    boxes?.replaceChildren(...beside(state, "h2"));
    if (boxes && files) import("./files.js").then((m) => { if (state === this.state) m.show(files, boxes); });
    the("beside").replaceChildren(...stands(state));
    the("acts").replaceChildren(...this.#acts(state));
    this.#arrow(past ? undefined : this.undo());
    the("notes").hidden = !state.acts?.some((a) => a.do === "note");
    document.title = (this.asked() ? "● " : "") + state.title + " · " + state.status;
    this.replay.stands();
    const { lesson } = state;
    if (lesson) import("./lesson.js").then((m) => m.tell(this, lesson));
    this.#call(state);
    if (!this.fields && state.asks.some((q) => q.node?.options.some((o) => o.write))) {
      import("./write.js").then((m) => { this.fields = new m.Fields(this); this.show(this.state); });
    }
    if (inPanel && had instanceof HTMLElement && had.isConnected) had.focus({ preventScroll: true }); // it is being written
    else if (inPanel || (onBoard && !this.targets.all.size)) this.toPanel();
    if (!this.news.present) this.news.draw();
    if (!state.sandbox) this.log.follow(state).then(() => { if (state === this.state) this.news.draw(); }).catch((err) => this.failed(err));
    if (state.viewer.handover) this.hand(state.viewer.handover);
  }

  /** Takes away all that was told to other eyes than those that look now. */
  forget() {
    this.replay.forget();
    this.news.forget();
    this.told.hush();
    this.log.forget();
    this.line.forget();
    this.fields?.forms.clear();
    aloud("");
    aloud("", true);
  }

  /** Gives the focus to what the panel most likely wants. */
  toPanel() {
    const el = ["#confirm", ".write :is(input, textarea)", ".option", "button:not(.rule)"].map((s) => the("asks").querySelector(s)).find(Boolean);
    if (el instanceof HTMLElement) el.focus({ preventScroll: true });
    else the("asks").focus({ preventScroll: true });
  }

  /** @param {string} id of the seat that is asked */
  async hand(id) {
    if (this.handing) return; // the screen waits already
    this.handing = true;
    await handOver(seat(this.state, id)?.label ?? id);
    this.handing = false;
    this.eyes = id;
    await this.refresh(true);
  }

  /** Says that nothing counts, and how to leave. */
  #sandbox() {
    return h("section", { class: "ask past" }, h("p", {}, say("sandbox")), h("div", { class: "row" },
      h("button", { type: "button", class: "primary", onclick: () => this.action({ do: "away" }) }, say("sandbox-leave")),
      h("button", { type: "button", onclick: async () => {
        const text = await asked(say("sandbox-dice"), say("sandbox-dice-which"));
        if (text !== null) this.action({ do: "dice", text });
      } }, say("sandbox-dice"))));
  }

  /** @param {State} state */
  #past(state) {
    if (state.watched) {
      return h("section", { class: "ask past" }, h("h2", {}, say("watching")),
        ...state.seats.map((s) => h("p", {}, h("b", {}, s.label), " " + (s.who ?? ""))), h("p", { class: "hint" }, say("watching-how")),
        h("div", { class: "row" }, h("a", { class: "button primary", href: "/" }, say("yourself")),
          h("button", { type: "button", onclick: () => this.replay.look(state.last) }, say("skip"))));
    }
    return h("section", { class: "ask past" }, h("p", {}, say("past", { n: state.seq })),
      h("button", { type: "button", class: "primary", onclick: () => this.replay.look(state.last) }, say("now")));
  }

  /** What this page does itself is answered; everything else is fetched.
   * @param {number} [seq] the last decision, as it is told */
  async changed(seq = Infinity) {
    await this.under;
    if (seq <= this.state.last && performance.now() - this.answered < echo) return;
    if (!this.state.sandbox) await this.refresh();
  }

  /** @param {boolean} [anyway] also where nothing has changed: other eyes may see other things */
  async refresh(anyway = false) {
    const was = this.state;
    try {
      /** @type {State} */
      const state = await this.net.get("state", { seat: this.eyes || undefined });
      if (state.last < this.state.last || !anyway && state.head === this.state.head && state.seen === this.state.seen) return;
      // Who looks at the past goes on with it; only the way back to now is longer.
      if (was.seq < was.last && !this.eyes) { this.state.last = state.last; this.replay.stands(); return; }
      // Who has watched all that there was goes on at the same pace.
      if (state.watched && state.last > was.last) { was.last = state.last; this.replay.play(was.seq); return; }
      this.arrived(was, state);
      if (this.eyes) this.settle(); // the other side may be asked
    } catch (err) { this.failed(err); }
  }

  /**
   * Shows a state that has come, and says what led to it.
   * @param {State} was
   * @param {State} state
   */
  async arrived(was, state) {
    this.show(state);
    if (state.last <= was.last) return;
    try {
      await this.log.follow(state);
      aloud([...this.log.told(was.last, state.last), this.asked()?.ask ?? state.status].join(" "));
    } catch { aloud(state.status); }
  }

  /**
   * Takes an option. What is begun by it is kept half built until it is confirmed.
   * @param {Ask} q
   * @param {Option} o
   * @param {string} [text] what was written
   */
  pick(q, o, text = "") {
    const path = q.node?.path ?? [];
    this.picked = [...(this.picked.at(-1)?.prompt === q.prompt ? this.picked : []), { prompt: q.prompt, n: path.length }];
    return this.action({ do: "pick", prompt: q.prompt, path: [...path, o.id + text], seat: q.seat });
  }

  /** Takes back what was picked last of a half built order: a hex that is gone to over others takes those back, too. */
  back() {
    const q = this.asked(), path = q?.node?.path ?? [];
    let last;
    do last = this.picked.pop(); while (last && last.n >= path.length);
    if (!q || !last || last.prompt !== q.prompt || this.state.sandbox) return this.action({ do: "undo" });
    return this.action({ do: "draft", prompt: q.prompt, path: path.slice(0, last.n), seat: q.seat });
  }

  /**
   * @param {string} text
   * @returns {Promise<boolean>}
   */
  async order(text) {
    // The server cleans what is an order or a question; an act is called by its word alone, whatever stands around it.
    const word = text.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}?]+$/gu, "");
    const called = word && this.state.acts?.find((a) => a.word === word);
    if (called) return this.act(called);
    // Who acts for no side can only ask.
    if (!this.seat() || this.queries(text)) return this.told.ask(text);
    return this.action({ do: "order", text });
  }

  /** Whether a text begins a question that the state lists.
   * @param {string} text */
  queries(text) {
    const first = text.split(/\s/, 1)[0].toLowerCase();
    return (this.state.queries ?? []).some((q) => [q.name, q.word].some((name) => name.split(" ", 1)[0].toLowerCase() === first));
  }

  /** What undo would do now: what is not free to take back is asked for; undefined: there is nothing to undo. */
  undo() {
    if (this.state.sandbox) return { do: "undo", label: "" };
    return ["undo", "take-back"].map((name) => this.state.acts?.find((a) => a.do === name)).find((a) => a);
  }

  /** The arrow does an act, and says which.
   * @param {import("./contract.js").Button} [a] undefined: it does nothing */
  #arrow(a) {
    const arrow = /** @type {HTMLButtonElement} */ (the("undo"));
    arrow.disabled = !a;
    arrow.title = arrow.ariaLabel = a?.label || this.undoes;
  }

  /** @param {import("./contract.js").Button} a */
  async act(a) {
    if (a.do === "undo" && this.asked()?.node?.path.length) return this.back();
    const text = a.text ? await asked(a.label, a.text, a.confirm) : "";
    if (text === null || (!a.text && a.confirm && !await sure(a.yes ? say("do.undo") : a.label, a.confirm.split("\n"), a.yes ?? (a.n ? undefined : a.label), /^(resign|accept)$/.test(a.do)))) return false;
    return this.action({ do: a.do, n: a.n, text: text || undefined });
  }

  /**
   * Has something done, and shows what became of it; reports whether it was. While nobody knows that, nothing else is done.
   * @param {Object<string, any>} action
   * @returns {Promise<boolean>}
   */
  async action(action) {
    if (this.busy) return false;
    this.busy = true;
    document.body.classList.add("busy");
    const trying = this.state.sandbox ? { sandbox: true, seat: this.tryer } : {};
    const body = { key: key(), seen: this.state.seen ?? "", seat: this.seat(), ...action, ...trying };
    if (action.do === "try") this.tryer = body.seat; // whose eyes the sandbox has
    const sent = this.net.do(body);
    this.under = sent.catch(() => {});
    try {
      return await this.#did(action, await sent);
    } catch (err) {
      this.failed(err);
      return false;
    } finally {
      this.busy = false;
      document.body.classList.remove("busy");
    }
  }

  /** Goes on with the eyes of the seat that is asked now, where one browser has several, and says what those see of what came.
   * @param {number} [from] the decision after which it came */
  async settle(from = this.state.last) {
    const s = this.state;
    if (s.sandbox || this.asked() || s.viewer.seats.length < 2 || !s.asks.some((q) => s.viewer.seats.includes(q.seat))) return;
    this.eyes = "";
    await this.refresh(true);
    const q = this.asked();
    if (!q) return;
    await this.log.under.catch(() => {});
    aloud([...this.log.told(from, this.state.last), q.ask].join(" "));
  }

  /**
   * @param {Object<string, any>} action
   * @param {Done} done
   * @returns {Promise<boolean>}
   */
  async #did(action, done) {
    const was = this.state;
    this.answered = performance.now();
    if (done.state && done.refusal && done.state.last > was.last) this.arrived(was, done.state); // why it is not so any more
    else if (done.state) this.show(done.state);
    this.settle(was.last);
    if (done.refusal) {
      const why = refusal(done.refusal, this.doing.rule);
      if (!this.fields?.refuses(why)) this.told.tell(say("refused"), [why]);
      aloud([done.refusal.text, done.refusal.next].join(" "), true);
      return false;
    }
    if (done.unsure) {
      const lines = [done.unsure.text, ...(done.unsure.warnings ?? [])];
      this.busy = false;
      return await sure(say("unsure"), lines) ? this.action(action) : false;
    }
    this.told.hush();
    if (done.answer) this.told.answered(done.answer, action.text);
    const lines = done.lines ?? [];
    // What the record has of it is told once that has come.
    if (done.state && done.state.since !== was.since) this.news.acted = done.state.since ?? 0;
    if (lines.length) this.news.tell(lines);
    const q = this.asked();
    aloud([...lines, ...(q ? [q.node?.path.length ? [...(q.node.said ?? [q.node.spoken]), ...(q.node.lines ?? []), q.node.say, q.node.odds?.summary].filter(Boolean).join(". ") : q.ask] : [this.state.status])].join(" "));
    if (q?.node?.focus && was.seq === was.last) this.stage.reveal(q.node.focus);
    return true;
  }

  /** Draws over the map what the question that is open would come to. */
  overlay() { this.layers.over(this.asked()?.node?.odds?.overlay, true); }

  /** Calls a reader back who looks elsewhere when they are asked, if they have chosen so.
   * @param {State} state */
  #call(state) {
    const q = this.asked(), called = q && !this.mine;
    this.mine = !!q;
    if (called && !document.hasFocus() && (remembered("sound") || remembered("notify"))) import("./alert.js").then((m) => m.call(state.title, q.ask));
  }

  /** @param {boolean} up */
  connected(up) {
    the("lost").hidden = up;
    if (!up) aloud(say("lost"), true);
  }

  /** @param {unknown} err */
  failed(err) {
    if (err instanceof Lost) {
      this.connected(false);
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.changed(), again);
      return;
    }
    if (!(err instanceof Refused)) throw err;
    const done = err.done;
    if (err.status === 409 && done?.state) {
      const was = this.state;
      this.arrived(was, done.state);
      this.told.tell(say("stale"), [h("p", {}, say("stale-why"))]);
      aloud(say("stale") + " " + say("stale-why"), true);
      return;
    }
    this.told.tell(say("refused"), done?.refusal ? [refusal(done.refusal, this.doing.rule)] : [h("p", {}, err.message)]);
    aloud(err.message, true);
  }

  #buttons() {
    /** @type {Object<string, () => void>} */
    const on = {
      "zoom-in": () => this.stage.zoom(1.4), "zoom-out": () => this.stage.zoom(1 / 1.4), whole: () => this.stage.whole(),
      hide: () => this.hide(), help: () => { help(); }, settings: () => { import("./settings.js").then((m) => m.settings(this)); }, undo: () => { const a = this.undo(); if (a) this.act(a); },
    };
    for (const [id, f] of Object.entries(on)) the(id).addEventListener("click", f);
    for (const q of (this.state.queries ?? []).filter((one) => !one.takes)) {
      the("overlays").append(h("button", { type: "button", "aria-pressed": "false", onclick: async (/** @type {Event} */ e) => {
        const b = /** @type {HTMLElement} */ (e.currentTarget), on = b.getAttribute("aria-pressed") === "true";
        if (on) this.told.hush();
        else if (await this.told.ask(q.name, q.label)) b.setAttribute("aria-pressed", "true");
      }, title: q.help }, q.label));
    }
    const note = /** @type {HTMLTextAreaElement} */ (the("note"));
    note.value = this.state.note ?? "";
    note.addEventListener("change", () => this.action({ do: "note", text: note.value }));
    the("rules").addEventListener("submit", (e) => {
      e.preventDefault();
      this.told.ask("rules " + /** @type {HTMLInputElement} */ (the("paragraph")).value);
    });
  }

  hide() {
    const hidden = document.body.classList.toggle("bare");
    the("hide").setAttribute("aria-pressed", String(hidden));
  }

  /** @param {State} state */
  #acts(state) {
    return (state.acts ?? []).filter((a) => !apart.includes(a.do)).map((a) => act(a, this.doing, a.do === "resign" ? "danger" : ""));
  }
}

new Page().begin();
