// A roll in the news: the face of the die, or what was drawn, and the table with its row.
import { fold, h, s } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./contract.js").Roll} Roll */

/**
 * @param {Roll} r
 * @param {HTMLElement[]} lines what came of it
 * @param {boolean} open whether its table is unfolded: else its row alone is seen
 * @param {boolean} turns whether the die turns
 * @returns {HTMLElement[]}
 */
export function card(r, lines, open, turns) {
  const rolled = h("div", { class: "rolled" }, die(r, turns), h("div", {}, ...lines));
  return !r.bars ? [rolled] : [rolled, fold(r.lines?.join(" ") ?? say("table"), open), h("ol", { class: "crt" }, h("li", { class: "faces" }, h("b", {}, say("die")), h("span", {}, say("table"))), ...r.bars.map((b) => {
    const came = b.faces?.includes(r.face ?? "");
    return h("li", { "aria-current": came && "true" }, h("b", {}, came ? "▸ " : "", (b.faces ?? []).join(" ")), h("span", {}, b.label));
  }))];
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
  if (!r.die) return h("span", { class: kind + " chit", "aria-hidden": "true" }, r.face);
  const spots = r.die === 6 ? pips[r.face ?? ""] : "";
  return s("svg", { class: kind, viewBox: "0 0 40 40", "aria-hidden": "true" },
    r.die === 10 ? s("path", { d: "M20 2L38 17V25L20 38 2 25V17ZM20 2L30 23 20 29 10 23ZM2 25L10 23M38 25L30 23M20 29V38" }) : s("rect", { x: 3, y: 3, width: 34, height: 34, rx: 6 }),
    ...(spots ? [...spots].map((p) => s("circle", { cx: 11 + 9 * (+p % 3), cy: 11 + 9 * Math.floor(+p / 3), r: 3.4 }))
      : [s("text", { x: 20, y: r.die === 10 ? 22.5 : 27, "font-size": r.die === 10 ? 13 : 20 }, r.face)]));
}
