// What is always in view: the bar, with what each side has so far, and the tracks and boxes below the map where there
// is room for them.
import { h, the } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./contract.js").State} State */

const least = 0.8; // of its height that the map keeps above the strip
const often = 20_000; // ms between two looks at the clocks
const most = 0.32; // of the height of the stage that the strip takes
const aside = 310; // px beside the whole map that the strip takes there

export class Bar {
  constructor() {
    this.strip = the("strip");
    this.stands = ""; // what the strip shows
    the("score").addEventListener("click", () => { the("tab-state").click(); the("tab-state").scrollIntoView({ block: "start" }); });
    new ResizeObserver(() => this.fit()).observe(the("panel"));
    setInterval(() => this.tick(), often);
    document.addEventListener("visibilitychange", () => this.tick());
  }

  /** Has the clocks that run say what is left now. */
  tick() {
    for (const el of the("score").querySelectorAll("time")) if (el.dateTime) el.textContent = lasting(Date.parse(el.dateTime) - Date.now());
  }

  /** @param {State} state */
  show(state) {
    the("status").textContent = state.status;
    the("score").replaceChildren(...state.seats.map((s, i) => {
      const asked = state.asks.some((q) => q.seat === s.id);
      return h("span", { class: "player seat-" + (i + 1) + (asked ? " asked" : "") },
        h("span", {}, h("b", {}, s.label), s.who && h("span", { class: "who" }, s.who), asked && h("i", {}, say("to-move"))),
        h("span", {}, s.points && h("b", {}, s.points), s.moves && h("span", {}, s.moves), s.clock && h("time", { title: s.clock, datetime: s.due && new Date(s.due).toISOString() }, s.clock)));
    }));
    this.tick();
    // To fit it the page is laid out once more.
    const stands = JSON.stringify([state.tracks, state.boxes]);
    if (stands === this.stands) return;
    this.stands = stands;
    this.strip.replaceChildren(...beside(state, "h2"));
    this.fit();
  }

  /** Shows the strip beside the map, or below it, or of it the tracks, where the map loses little by it. */
  fit() {
    const map = document.getElementById("map"), { strip } = this, panel = the("panel"), room = panel.clientHeight;
    const wide = panel.offsetLeft; // none where the panel is below the board: there is no strip then, nor on a phone held sideways
    strip.hidden = false;
    if (!map || !wide || !strip.offsetHeight) { strip.hidden = true; return; }
    const shape = map.offsetWidth / map.offsetHeight, keep = Math.min(room, wide / shape) * least;
    const beside = wide - room * shape > aside;
    for (const kind of beside ? ["aside"] : ["", "tracks"]) {
      strip.className = kind;
      if (beside || strip.offsetHeight <= Math.min(room - keep, room * most)) return;
    }
    strip.hidden = true;
  }
}

/**
 * How long something lasts, short, to the minute.
 * @param {number} ms
 */
function lasting(ms) {
  let minutes = Math.max(0, Math.round(ms / 60_000));
  const parts = [];
  for (const [unit, of] of /** @type {[string, number][]} */ ([["day", 1440], ["hour", 60], ["minute", 1]])) {
    const n = Math.floor(minutes / of);
    minutes %= of;
    if (n || of === 1 && !parts.length) parts.push(n.toLocaleString(document.documentElement.lang, { style: "unit", unit, unitDisplay: "narrow" }));
  }
  return parts.slice(0, 2).join(" ");
}

/**
 * The tracks and boxes beside the map.
 * @param {State} state
 * @param {"h2" | "h3"} head of their headings
 * @returns {HTMLElement[]}
 */
export function beside(state, head) {
  const pieces = new Map(state.pieces.map((p) => [p.id, p]));
  return [
    ...(state.tracks ?? []).map((t) => {
      /** @type {HTMLElement[]} */
      const legend = [];
      const cells = t.cells.map((c) => {
        const on = c.markers ?? [];
        legend.push(...on.filter((m) => m.label !== t.label).map((m) => h("span", {}, m.label, " ", h("b", {}, c.label))));
        const says = [t.label + " · " + [c.label, ...c.now ?? []].join(", "), ...on.map((m) => m.label).filter((label) => label !== t.label)];
        return h("li", { class: on.some((m) => m.here) ? "here" : "", "data-says": says.join(" · ") }, c.label, c.now && h("small", {}, c.now.join(", ")));
      });
      return h("section", { "data-track": t.id }, h(head, {}, t.label), h("ol", { class: "track" }, ...cells),
        legend.length > 0 && h("p", { class: "note row" }, ...legend));
    }),
    ...(state.boxes ?? []).map((b) => h("section", { "data-box": b.id }, h(head, {}, b.label), h("ul", { class: "box" },
      // Where all are spent, the heading says so.
      ...(b.markers ?? []).map((m, _, all) => h("li", { class: m.spent && all.some((o) => !o.spent) ? "spent" : "" }, m.label)),
      ...(b.pieces ?? []).map((id) => h("li", { "data-piece": id }, pieces.get(id)?.name ?? id))))),
  ];
}

/**
 * All that stands beside the map: what each side has and where that comes from, tracks, boxes, and the position in words.
 * @param {State} state
 */
export function stands(state) {
  const counted = state.seats.filter((s) => s.points);
  return [
    counted.length > 0 && h("section", {}, h("h3", {}, say("points")), ...counted.map((s) => h("p", {}, h("b", {}, s.label, " · ", s.points),
      s.from?.length ? " (" + s.from.join(", ") + ")" : "", s.moves && " · " + s.moves))),
    ...beside(state, "h3"),
    h("section", {}, h("h3", {}, say("in-words")), h("div", { id: "twin" }, ...state.text.split("\n").map((t) => h("p", {}, t)))),
  ].filter((el) => el instanceof Node);
}
