// Counters as cards, and charts as tables.
import { h, the } from "./dom.js";
import { say } from "./words.js";
import { unsure } from "./model.js";

/** @typedef {import("./model.js").Row} Row */
/** @typedef {import("./model.js").Column} Column */
/** @typedef {import("./model.js").File} File */
/** @typedef {{model: import("./model.js").Model, send: (stroke: object, said: string) => Promise<unknown>}} Page */

const faces = /^(fresh|used|reduced_used|reduced|front|back)(?=_|$)/;

/** What a row rests on.
 * @param {Row} r */
export const rests = (r) => h("p", { class: "rests" }, h("b", { class: "chip " + (unsure(r) ? "open" : "") }, say("origin-" + (r.origin || "none"))), " ", r.source);

/**
 * A field for a cell; what is typed into it is a stroke.
 * @param {Page} page
 * @param {Row} r
 * @param {Column} c
 * @param {string} label
 */
export function field(page, r, c, label) {
  const is = r.cells?.[c.id] ?? "", id = [r.file, r.key, c.id].join("|");
  const put = () => { if (el.value !== (page.model.row(r)?.cells?.[c.id] ?? "")) page.send({ put: [{ file: r.file, key: r.key, cells: { [c.id]: el.value.trim() } }] }, say("said-cell", { row: r.key, column: c.name, is: el.value })); };
  const el = c.words ? h("select", { "data-cell": id, "aria-label": label, onchange: put }, ...[...new Set([is, ...c.words])].map((w) => h("option", { value: w }, w || "–")))
    : h("input", { type: "text", "data-cell": id, "aria-label": label, size: Math.min(24, Math.max(3, is.length)), autocomplete: "off", spellcheck: "false", onchange: put });
  el.value = is;
  return el;
}

/** Draws something anew, and leaves the focus where it was.
 * @param {HTMLElement} where
 * @param {(Node | null)[]} what */
export function redraw(where, what) {
  const on = /** @type {HTMLElement | null} */ (document.activeElement), cell = where.contains(on) ? on?.dataset.cell : undefined;
  where.replaceChildren(...what.filter((n) => n instanceof Node));
  if (cell) /** @type {HTMLElement | null} */ (where.querySelector(`[data-cell="${CSS.escape(cell)}"]`))?.focus();
}

export class Counters {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.files = page.model.state.files.filter((f) => f.as === "counters");
    this.key = [...page.model.rows.get(this.files[0]?.file)?.keys() ?? []][0] ?? "";
    page.model.heard.push((rows) => { if (!rows.length || rows.some((r) => r.key === this.key)) this.show(); });
    this.show();
  }

  /** @param {string} [key] */
  show(key = this.key) {
    const f = this.files[0], { model } = this.page, rows = model.rows.get(f?.file), r = rows?.get(key);
    if (!rows || !r) return;
    this.key = key;
    const keys = [...rows.keys()], name = (/** @type {Row | undefined} */ u) => [u?.key, u?.cells?.name].filter(Boolean).join(" · ") + (u && unsure(u) ? " ?" : "");
    const pick = h("select", { "data-cell": "unit", "aria-label": say("counter"), onchange: () => this.show(pick.value) }, ...keys.map((k) => h("option", { value: k }, name(rows.get(k)))));
    pick.value = key;
    const by = (/** @type {number} */ n) => this.show(keys[(keys.indexOf(key) + n + keys.length) % keys.length]);
    /** @type {Map<string, Column[]>} */
    const groups = new Map();
    for (const c of f.columns.filter((c) => !c.key && !c.note)) {
      const face = c.id.match(faces)?.[1] ?? "";
      groups.set(face, [...groups.get(face) ?? [], c]);
    }
    redraw(the("counter"), [
      h("div", { class: "row" }, h("button", { type: "button", "data-cell": "before", onclick: () => by(-1) }, say("previous")), pick, h("button", { type: "button", "data-cell": "after", onclick: () => by(1) }, say("following"))),
      h("div", { class: "faces" + (unsure(r) ? " open" : "") }, ...[...groups].map(([face, columns]) => h("fieldset", {}, h("legend", {}, face ? say("face-" + face) : say("face")),
        ...columns.map((c) => h("label", {}, h("span", {}, face ? c.name.split(",")[0] : c.name), field(this.page, r, c, c.name)))))),
      rests(r),
    ]);
  }
}

export class Charts {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.files = page.model.state.files.filter((f) => f.as === "chart");
    this.file = this.files[0]?.file ?? "";
    page.model.heard.push((rows) => { if (!rows.length || rows.some((r) => r.file === this.file)) this.show(); });
    this.show();
  }

  /** @param {string} [file] */
  show(file = this.file) {
    const f = this.page.model.file(file), rows = [...this.page.model.rows.get(file)?.values() ?? []];
    if (!f) return;
    this.file = file;
    const keys = f.columns.filter((c) => c.key), values = f.columns.filter((c) => !c.key && !c.note);
    const across = keys.length === 2 ? [...new Set(rows.map((r) => r.cells?.[keys[0].id] ?? ""))] : [], down = keys.length === 2 ? [...new Set(rows.map((r) => r.cells?.[keys[1].id] ?? ""))] : [];
    const cell = (/** @type {Row} */ r, /** @type {Column[]} */ of, /** @type {string} */ label) => of.map((c) => field(this.page, r, c, label + ", " + c.name));
    const table = across.length * down.length === rows.length && across.length > 2 && down.length > 2 ? h("table", {}, // as printed: one key down, one across
      h("caption", {}, values.map((c) => c.name).join(" / ")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, keys[1].name), ...across.map((a) => h("th", { scope: "col" }, a)))),
      h("tbody", {}, ...down.map((d) => h("tr", {}, h("th", { scope: "row" }, d), ...across.map((a) => {
        const r = rows.find((x) => x.cells?.[keys[0].id] === a && x.cells?.[keys[1].id] === d);
        return h("td", { class: r && unsure(r) ? "open" : "" }, ...r ? cell(r, values, a + " " + d) : []);
      }))))) : h("table", {},
      h("thead", {}, h("tr", {}, ...[...keys, ...values].map((c) => h("th", { scope: "col" }, c.name)), h("th", { scope: "col" }, say("rests")))),
      h("tbody", {}, ...rows.map((r) => h("tr", { class: unsure(r) ? "open" : "" }, ...keys.map((c, i) => h(i ? "td" : "th", i ? {} : { scope: "row" }, r.cells?.[c.id])),
        ...values.map((c) => h("td", {}, field(this.page, r, c, r.key + ", " + c.name))),
        h("td", {}, say("origin-" + (r.origin || "none")), unsure(r) && h("button", { type: "button", "data-cell": "as|" + r.key, "aria-label": say("as-printed-row", { row: r.key }), onclick: () => this.page.send({ put: [{ file, key: r.key }] }, say("said-printed", { what: r.key })) }, say("as-printed")))))));
    const left = rows.filter(unsure), pick = h("select", { "data-cell": "chart", "aria-label": say("chart"), onchange: () => this.show(pick.value) }, ...this.files.map((x) => h("option", { value: x.file }, x.title)));
    pick.value = file;
    redraw(the("chart"), [
      h("div", { class: "row" }, pick,
        h("button", { type: "button", "data-cell": "all", disabled: !left.length, onclick: () => this.page.send({ put: left.map((r) => ({ file, key: r.key })) }, say("said-printed", { what: f.title })) }, say("chart-printed", { n: left.length }))),
      h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": f.title }, table),
    ]);
  }

  /** Shows a row of a chart. @param {import("./model.js").Place} p */
  go(p) {
    this.show(p.file);
    /** @type {HTMLElement | null} */ (the("chart").querySelector(`[data-cell^="${CSS.escape(p.file + "|" + p.key + "|")}"]`))?.focus();
  }
}
