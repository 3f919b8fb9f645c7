// The panel beside the board: who is asked what, all that may be answered as buttons, what is
// half built, and what it may come to, before it is confirmed.
import { h } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./contract.js").State} State */
/** @typedef {import("./contract.js").Ask} Ask */
/** @typedef {import("./contract.js").Button} Button */
/** @typedef {import("./contract.js").Option} Option */
/** @typedef {import("./contract.js").Answer} Answer */
/** @typedef {import("./contract.js").Bar} Bar */

/**
 * @typedef {object} Doing what the panel has done
 * @property {(q: Ask, o: Option) => void} pick
 * @property {(q: Ask, o: Option) => Node | undefined} field where an option is written
 * @property {(q: Ask) => void} confirm
 * @property {(q: Ask) => void} usual
 * @property {(q: Ask) => void} drop
 * @property {() => void} back
 * @property {(rule: string) => void} rule
 * @property {(seq: number) => void} why
 * @property {(act: Button) => void} act
 */

// How many options that stand on a hex, or on a piece, still have their buttons unfolded: they are chosen on the board.
const hexes = 3, pieces = 8;
const between = ["accept", "decline"]; // acts that answer what is offered

/**
 * The questions, as elements.
 * @param {State} state
 * @param {Doing} doing
 * @returns {HTMLElement[]}
 */
export function questions(state, doing) {
  const out = [];
  if (state.result?.length) {
    out.push(h("section", { class: "ask over" }, h("h2", {}, say("over")), ...state.result.map((t) => h("p", {}, t))));
  }
  const answers = (state.acts ?? []).filter((a) => between.includes(a.do));
  if (state.offers?.length || answers.length) {
    out.push(h("section", { class: "ask offer" }, ...(state.offers ?? []).map((t) => h("p", {}, t)),
      answers.length > 0 && h("div", { class: "row" }, ...answers.map((a) => act(a, doing, a.do === "accept" ? "primary" : "")))));
  }
  const mine = state.asks.filter((q) => q.mine && q.node);
  for (const q of mine) out.push(question(state, q, doing));
  if (!mine.length && !state.result?.length) out.push(waiting(state));
  return out;
}

/**
 * A button for something beside answering, or the way to a file.
 * @param {Button} a
 * @param {Doing} doing
 * @param {string} [kind]
 */
export function act(a, doing, kind = "") {
  if (a.get) return h("a", { class: "button " + kind, "data-do": a.do, href: a.get, download: true }, a.label);
  return h("button", { type: "button", class: kind, "data-do": a.do, onclick: () => a.get ? location.assign(a.get) : doing.act(a) }, a.label);
}

/** @param {State} state */
function waiting(state) {
  return h("section", { class: "ask waits" }, ...[state.thinks, state.chance].filter(Boolean).map((s) => h("p", {}, s)),
    ...state.asks.map((q) => h("p", {}, h("b", {}, seat(state, q.seat)?.label ?? ""), " – ", q.ask)),
    !state.asks.length && !state.chance && !state.thinks && h("p", {}, say("nobody")));
}

/**
 * @param {State} state
 * @param {Ask} q
 * @param {Doing} doing
 */
function question(state, q, doing) {
  const node = /** @type {NonNullable<Ask["node"]>} */ (q.node);
  const begun = node.path.length > 0;
  const there = new Set(state.pieces.map((p) => p.hex && p.id));
  const onBoard = node.options.filter((o) => o.hex || o.piece), placed = onBoard.filter((o) => o.hex || there.has(o.piece ?? "")).length;
  const together = node.options.some((o) => o.pieces); // what stands for several comes first
  const folded = onBoard.length > (together || onBoard.some((o) => o.hex) ? hexes : pieces) ? onBoard : [];
  const open = node.options.filter((o) => !folded.includes(o));
  /** @param {Option} o */
  const button = (o) => h("button", {
    type: "button", class: "option" + (o.warn ? " warns" : "") + (o.pieces ? " whole" : ""), "data-option": o.id, onclick: () => doing.pick(q, o),
  }, o.label);
  const closed = node.closed ?? [], far = closed.filter((o) => o.hex); // of hexes there are many, and the map shows which can be gone to
  /** @param {import("./contract.js").Closed} o */
  const shut = (o) => h("p", { class: "option closed" }, h("span", {}, o.label), h("small", {}, ...cited(o.why, doing.rule), o.rule && rule(o.rule, doing.rule)));
  return h("section", { class: "ask mine seat-" + seatNumber(state, q.seat), "data-prompt": q.prompt },
    h("h2", {}, h("span", { class: "seat" }, seat(state, q.seat)?.label ?? q.seat), q.secret && h("span", { class: "chip" }, say("secret"))),
    h("p", { class: "question" }, ...cited(node.say || q.ask, doing.rule)),
    ...(q.unfired ?? []).map((t) => h("p", { class: "note" }, t)),
    node.odds && answer(node.odds, doing.rule),
    begun && h("div", { class: "begun" },
      node.give && node.lines?.length ? null : h("p", {}, h("b", {}, say("begun")), " ", node.said?.length ? node.said.join(" › ") : h("code", {}, node.spoken || node.path.join(" "))),
      ...(node.lines ?? []).map((t) => h("p", { class: "said" }, t))),
    ...(node.warnings ?? []).map((t) => h("p", { class: "warning" }, ...cited(t, doing.rule))),
    placed > 0 && h("p", { class: "hint" }, begun ? say("go-on") : say("click"), onBoard.some((o) => o.cost) && " " + say("costs")),
    h("div", { class: "options", role: "group", "aria-label": say("options") }, ...open.map((o) => o.write ? doing.field(q, o) : button(o)), ...closed.filter((o) => !o.hex).map(shut)),
    folded.length > 0 && h("details", { class: "many" }, h("summary", {}, placed === onBoard.length ? say("many", { n: folded.length }) : say("options") + " (" + folded.length + ")"), h("div", { class: "options" }, ...folded.map(button))),
    far.length > 0 && h("details", { class: "many" }, h("summary", {}, say("closed", { n: far.length })), h("div", { class: "options" }, ...far.map(shut))),
    q.usual && h("div", { class: "row" }, h("button", { type: "button", id: "usual", onclick: () => doing.usual(q) }, say("usual"))),
    begun && h("div", { class: "row" },
      node.path.length > 1 && h("button", { type: "button", onclick: () => doing.back() }, say("step-back")),
      h("button", { type: "button", id: "drop", onclick: () => doing.drop(q) }, say("drop"))),
    node.done && h("div", { class: "row confirm" }, h("button", { type: "button", class: "primary", id: "confirm", onclick: () => doing.confirm(q) },
      node.give || say("confirm"))));
}

/**
 * @param {State} state
 * @param {string} id
 */
export const seat = (state, id) => state.seats.find((s) => s.id === id);

/**
 * The number of a seat, for its colour.
 * @param {State} state
 * @param {string} id
 */
export const seatNumber = (state, id) => state.seats.findIndex((s) => s.id === id) + 1;

/**
 * A text with the paragraphs that it cites as buttons: "(8.4)"; a full stop comes before the button.
 * @param {string} text
 * @param {(rule: string) => void} open
 */
export function cited(text, open) {
  return text.split(/( \([\d.]+\)\.?)/).flatMap((part) => {
    const number = / \((.+)\)/.exec(part)?.[1] ?? "";
    return known(number) ? [part.endsWith(".") ? ". " : " ", rule(number, open)] : part;
  });
}

/** Whether something can be said about a paragraph.
 * @param {string} number */
const known = (number) => document.body.dataset.rules?.split(" ").includes(number);

/**
 * A paragraph of the rules, to be looked up where something can be said about it.
 * @param {string} number
 * @param {(rule: string) => void} open
 */
export function rule(number, open) {
  if (!known(number)) return h("span", { class: "cited" }, "§ " + number);
  return h("button", { type: "button", class: "rule", "aria-label": say("rule", { rule: number }), onclick: () => open(number) }, "§ " + number);
}

let full = false; // whether the table of an answer that has a summary is unfolded

/**
 * An answer: what it comes to, its bars, each with its share in figures too, and its sentences.
 * @param {Answer} a
 * @param {(rule: string) => void} open
 */
export function answer(a, open) {
  /** @param {string[]} lines */
  const told = (lines) => lines.map((t) => h("p", {}, ...cited(t, open)));
  const bars = a.bars?.length ? chart(a.bars) : null;
  if (!a.summary) return h("div", { class: "answer" }, bars, ...told(a.lines));
  return h("div", { class: "answer" }, h("p", { class: "summary" }, a.summary), ...told(a.lines.slice(0, a.heads)),
    h("details", { open: full, ontoggle: (/** @type {Event} */ e) => { full = /** @type {HTMLDetailsElement} */ (e.target).open; } },
      h("summary", {}, say("full")), bars, ...told(a.lines.slice(a.heads ?? 0))));
}

/** @param {Bar[]} bars */
function chart(bars) {
  return h("ul", { class: "bars" }, ...bars.map((b) => {
    const share = 100 * b.part / b.of;
    const bar = h("span", { class: "bar " + (b.class || "even"), "aria-hidden": "true" });
    bar.style.width = share + "%";
    return h("li", {}, h("span", { class: "what" }, b.label, b.faces?.length ? h("small", {}, b.faces.join(" ")) : null),
      h("span", { class: "rail" }, bar), h("span", { class: "share" }, say("percent", { n: Math.round(share) })));
  }));
}

/**
 * @param {import("./contract.js").Refusal} r
 * @param {(rule: string) => void} open
 */
export function refusal(r, open) {
  return h("div", { class: "refusal" }, h("p", {}, h("b", {}, r.text), " ", r.rule && rule(r.rule, open)),
    ...(r.readings ?? []).map((t) => h("p", { class: "note" }, t)), r.next && h("p", {}, r.next),
    r.words?.length ? h("p", { class: "note" }, say("instead", { words: r.words.join(" · ") })) : null);
}
