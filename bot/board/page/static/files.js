// The files of a match: links to all of them, and the newest picture, which is the board of a game without a map.
import { h } from "./dom.js";
import { say } from "./words.js";

/**
 * @param {number} n in the unit
 * @param {"kilobyte" | "megabyte"} unit
 */
const sized = (n, unit) => n.toLocaleString(document.documentElement.lang, { style: "unit", unit, maximumFractionDigits: 1 });

let broken = ""; // the address of a picture that is none
/** It stays the same element, so that it is not loaded again. */
const picture = h("img", { onerror: () => { broken = picture.getAttribute("src") ?? ""; picture.parentElement?.remove(); } });

/**
 * Shows the files of a match among its boxes.
 * @param {import("./contract.js").Handed[]} files
 * @param {Element} boxes
 */
export function show(files, boxes) {
  boxes.prepend(h("section", {}, h("h2", {}, say("files")), h("ul", { class: "box" }, ...files.map((f) => h("li", {}, h("a", { href: f.at, target: "_blank" }, f.name), " ",
    h("small", {}, f.size < 1e6 ? sized(Math.ceil(f.size / 1e3), "kilobyte") : sized(f.size / 1e6, "megabyte")))))));
  const board = files.find((f) => f.alt);
  if (board?.alt && board.at !== broken) {
    if (picture.getAttribute("src") !== board.at) picture.src = board.at;
    picture.alt = board.alt;
    boxes.prepend(h("a", { href: board.at, target: "_blank" }, picture));
  }
}
