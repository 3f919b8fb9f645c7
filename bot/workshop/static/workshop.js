// The workshop: an owner corrects the board of a game from their copy. Everything is a button with a word and a key.
import { h, s, the } from "./dom.js";
import { say } from "./words.js";
import { tabs } from "./keys.js";
import { Model, unsure } from "./model.js";
import { MapView, look } from "./map.js";
import { Under } from "./under.js";
import { Charts, Counters, field, redraw, rests } from "./sheets.js";
import { board, compare, lists } from "./lists.js";

/** @typedef {import("./model.js").Place} Place */
/** @typedef {import("./model.js").Brush} Brush */

const asked = await fetch("state"), state = await asked.json();
if (!asked.ok) aloud(state.refused, true);
const model = new Model(state);
const { brushes } = model.state;
let erasing = false;

/** @param {string} text @param {boolean} [bad] */
function aloud(text, bad = false) {
  the("said").textContent = text;
  the("said").classList.toggle("warning", bad);
}

/** Makes a stroke, and says what it did.
 * @param {object} stroke
 * @param {string} said
 * @returns {Promise<unknown>} */
async function send(stroke, said) {
  const wrong = model.state.problems.length + model.state.contradictions.length;
  try {
    const answer = await model.send(stroke, (why) => aloud(why, true));
    if (!answer) return null;
    const now = answer.problems.length + answer.contradictions.length;
    aloud(now > wrong ? say("said-wrong", { said, why: [...answer.contradictions, ...answer.problems][0].text }) : said, now > wrong);
    return answer;
  } catch (e) {
    console.warn(e);
    aloud(say("stopped"), true);
    return null;
  }
}

const map = new MapView(model, { painted, chosen: (hex) => choose(hex), placed: (at) => under.placed(at) });
const under = new Under(model.state.game, map, aloud);
const page = { model, send, aloud, go };
const counters = new Counters(page), charts = new Charts(page);

/** @param {string[]} hexes of a stroke by mouse or finger */
function painted(hexes) {
  const { brush } = map;
  if (!brush || !hexes.length) return;
  choose(hexes[hexes.length - 1], false);
  if (brush === "confirm") return confirm(model.around(hexes, true), hexes);
  if (brush.on === "step" && hexes.length < 2) return aloud(say("drag", { brush: brush.name }), true);
  const where = hexes.length > 8 ? hexes[0] + " … " + hexes[hexes.length - 1] : hexes.join(" ");
  if (erasing && !brush.erases) return aloud(say("erase-not", { brush: brush.name }), true);
  send({ brush: brush.id, hexes, ...erasing && { erase: true } }, say(erasing ? "said-erased" : "said-painted", { brush: brush.name, where }));
}

/** Has rows stay as they are printed: those that nobody has read yet.
 * @param {import("./model.js").Row[]} rows @param {string[]} hexes */
function confirm(rows, hexes) {
  const open = rows.filter(unsure), where = hexes.length > 4 ? say("hexes", { n: hexes.length }) : hexes.join(" ");
  if (!open.length) return aloud(say("printed-already", { where }));
  send({ put: open.map(({ file, key }) => ({ file, key })) }, say("said-printed", { what: where }));
}

/** Shows a hex, and all that is in it.
 * @param {string} hex @param {boolean} [move] */
function choose(hex, move = true) {
  if (!map.at[hex]) return;
  map.go(hex, move);
  const rows = model.around([hex]), painted = new Set(brushes.flatMap((b) => Object.keys(b.set)));
  const told = rows.map((row) => (row.key === hex ? "" : model.hexesOf(row).join("–") + ": ") + model.called(row));
  redraw(the("hex"), [h("h3", {}, say("hex", { hex })), h("ul", { class: "rows" }, ...rows.map((row, i) => h("li", { class: unsure(row) ? "open" : "" }, told[i], rests(row),
    ...(model.file(row.file)?.columns ?? []).filter((c) => !c.key && !c.note && !painted.has(c.id)).map((c) => h("label", {}, h("span", {}, c.name), field(page, row, c, row.key + ", " + c.name)))))),
    h("button", { type: "button", "data-cell": "printed", disabled: !rows.some(unsure), onclick: () => confirm(rows, [hex]) }, say("as-printed"))]);
  return told[0];
}
model.heard.push(() => { if (map.cursor) choose(map.cursor, false); show(); });

/** Goes to a row, wherever it is filled in.
 * @param {Place} p @param {string[]} [hexes] */
function go(p, hexes = model.hexesOf(p)) {
  const as = model.kind(p.file);
  if (as === "map" && hexes[0]) choose(hexes[0]);
  if (as !== "map") the(as === "chart" ? "tab-charts" : "tab-counters").click();
  if (as === "counters") counters.show(p.key);
  if (as === "chart") charts.go(p);
}

const shown = () => document.querySelector("[role=tab][aria-selected=true]")?.id;
/** Goes to the next guess of what is shown: the worst first. */
function next() {
  const as = /** @type {Object<string, string>} */ ({ "tab-map": "map", "tab-counters": "counters", "tab-charts": "chart" })[shown() ?? ""], all = model.guessed(as);
  const here = all.findIndex((p) => as === "counters" ? p.key === counters.key : model.hexesOf(p)[0] === map.cursor);
  const to = as ? all.find((p, i) => i > here && (as !== "map" || model.hexesOf(p)[0] !== map.cursor)) ?? all[0] : all[0];
  if (!to) return aloud(say("left-none"));
  go(to);
  aloud(say("next-is", { what: [model.file(to.file)?.title, to.key].join(" ") }));
}

/** Confirms what is under the cursor, or the counter shown, and goes on to the next guess. */
async function printed() {
  await model.sent; // it may be a cell that was typed just now
  const unit = shown() === "tab-counters" ? model.row({ file: counters.files[0]?.file, key: counters.key }) : null, what = unit?.key ?? map.cursor;
  const rows = (unit ? [unit] : map.cursor ? model.around([map.cursor]) : []).filter(unsure);
  if (rows.length && !await send({ put: rows.map(({ file, key }) => ({ file, key })) }, "")) return;
  next();
  if (rows.length || unit) aloud(say("said-printed", { what }) + " " + the("said").textContent);
}

/** Confirms all that is in view. */
function view() {
  const hexes = Object.keys(map.at).filter((id) => map.stage.sees(id));
  confirm(model.around(hexes, true), hexes);
}

/** @type {string} */
let from = "";
/** Paints at the cursor: a hex, or from the hex where this was pressed before. */
function space() {
  const { brush, cursor } = map;
  if (!brush || !cursor) return aloud(say(brush ? "no-cursor" : "no-brush"), true);
  if (brush === "confirm" || brush.on === "hex") return painted([cursor]);
  const to = map.beside[cursor].includes(from);
  if (to) painted([from, cursor]);
  else aloud(say("line-from", { hex: cursor }));
  from = cursor;
}

/** @param {Brush | "confirm" | null} brush */
function pick(brush) {
  map.brush = brush;
  from = "";
  show();
  aloud(brush === "confirm" ? say("picked-confirm") : brush ? say("picked-" + brush.on, { brush: brush.name }) : say("picked-none"));
}

const key = (/** @type {number} */ i) => i < 10 ? String((i + 1) % 10) : "";
/** @type {[Brush | "confirm" | null, HTMLButtonElement][]} */
const picks = [...brushes.map((b, i) => {
  const [colour] = look(b, i), swatch = s("svg", { class: "swatch", viewBox: "0 0 16 16", "aria-hidden": "true" }, b.on === "hex" ? s("rect", { x: 1, y: 1, width: 14, height: 14, rx: b.erases ? 0 : 7, fill: colour }) : s("path", { d: b.on === "side" ? "M1 11L5 5L11 11L15 5" : "M1 14L15 2", stroke: colour, "stroke-width": 4, fill: "none" }));
  return /** @type {[Brush, HTMLButtonElement]} */ ([b, h("button", { type: "button", onclick: () => pick(b) }, swatch, b.name, h("kbd", {}, key(i)))]);
}), ["confirm", h("button", { type: "button", onclick: () => pick("confirm") }, say("brush-confirm"), h("kbd", {}, "C"))], [null, h("button", { type: "button", onclick: () => pick(null) }, say("brush-none"), h("kbd", {}, "Esc"))]];
the("brushes").append(...picks.map(([, b]) => b));

function show() {
  for (const [b, button] of picks) button.ariaPressed = String(b === map.brush);
  the("erase").ariaPressed = String(erasing);
  the("map").classList.toggle("painting", !!map.brush);
  const { percent, strokes, canUndo, canRedo } = model.state;
  the("status").textContent = say("status", { percent, strokes });
  for (const [id, can] of /** @type {[string, boolean][]} */ ([["undo", canUndo], ["redo", canRedo]])) /** @type {HTMLButtonElement} */ (the(id)).disabled = !can;
}

/** @param {"undo" | "redo"} way */
async function turn(way) {
  const answer = /** @type {import("./model.js").Answer | null} */ (await send({ [way]: true }, say("said-" + way)));
  const row = answer?.rows[0];
  if (row && model.kind(row.file) === "map") choose(model.hexesOf(row)[0]);
}

/** @type {Object<string, () => void>} */
const does = {
  erase: () => { erasing = !erasing; show(); aloud(say(erasing ? "erasing" : "erasing-not")); }, undo: () => { turn("undo"); }, redo: () => { turn("redo"); },
  next, printed, view, whole: () => map.stage.whole(), "zoom-in": () => map.zoom(1.25), "zoom-out": () => map.zoom(0.8),
};
for (const [id, f] of Object.entries(does)) the(id).addEventListener("click", f);
for (const b of document.querySelectorAll("[data-next]")) b.addEventListener("click", next);
the("printed-counter").addEventListener("click", printed);

/** @type {Object<string, () => void>} */
const keys = { e: does.erase, u: does.undo, r: does.redo, n: next, c: () => pick("confirm"), a: view, w: does.whole, p: () => under.alone(), "+": does["zoom-in"], "=": does["zoom-in"], "-": does["zoom-out"], Escape: () => pick(null) };
addEventListener("keydown", (e) => {
  const el = e.target instanceof Element ? e.target : document.body, field = el.closest("input:not([type=range], [type=file]), select, textarea"), onMap = el === document.body || the("stage").contains(el);
  if (e.ctrlKey || e.metaKey) {
    const way = { z: e.shiftKey ? "redo" : "undo", y: "redo" }[e.key.toLowerCase()];
    if (way && !field) { e.preventDefault(); does[way](); }
    return;
  }
  const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
  if (e.altKey || (field && !(e.key === "Enter" && field.tagName === "INPUT" && shown() === "tab-counters"))) return;
  const f = onMap && map.placing && arrow ? () => map.point(arrow[0] * (e.shiftKey ? 1 : 12), arrow[1] * (e.shiftKey ? 1 : 12))
    : onMap && map.placing && [" ", "Enter"].includes(e.key) ? () => { if (map.cross) under.placed(map.cross); }
    : onMap && arrow && !e.shiftKey ? () => { const to = map.step(arrow[0], arrow[1]); aloud([to, choose(to)].join(": ")); }
    : onMap && arrow ? () => map.stage.pan(-arrow[0] * 80, -arrow[1] * 80) : onMap && e.key === " " ? space
    : e.key === "Enter" ? (onMap || field ? () => { /** @type {HTMLElement | null} */ (document.activeElement)?.dispatchEvent(new Event("change")); printed(); } : undefined)
    : /^[0-9]$/.test(e.key) ? brushes[(Number(e.key) + 9) % 10] && (() => pick(brushes[(Number(e.key) + 9) % 10])) : keys[e.key] ?? keys[e.key.toLowerCase()];
  if (!f) return;
  e.preventDefault();
  f();
});
tabs();
lists(page);
compare(page);
board(page);
show();
if (model.state.torn) aloud(say("torn"), true);
