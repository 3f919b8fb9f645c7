// What is left to do, what is wrong, and how another owner's board differs.
import { h, the } from "./dom.js";
import { say } from "./words.js";
import { redraw } from "./sheets.js";

/** @typedef {import("./model.js").Place} Place */
/** @typedef {import("./model.js").Change} Change */
/** @typedef {{model: import("./model.js").Model, send: (stroke: object, said: string) => Promise<unknown>, go: (p: Place, hexes?: string[]) => void, aloud: (text: string, bad?: boolean) => void}} Page */

/** @param {Page} page */
export function lists(page) {
  const { model } = page;
  const show = () => {
    const { guesses, left, problems, contradictions } = model.state, more = Object.entries(left ?? {}).filter(([, n]) => n);
    redraw(the("guesses"), [
      more.length ? h("ul", { class: "left" }, ...more.map(([file, n]) => h("li", {}, say("left", { n, file: model.file(file)?.title ?? file })))) : h("p", {}, say("left-none")),
      h("ol", { class: "list" }, ...guesses.map((g) => h("li", {}, h("button", { type: "button", "data-cell": "guess|" + g.file + g.key, onclick: () => page.go(g) },
        g.key, model.kind(g.file) === "map" && " · " + model.called(model.row(g)), h("small", {}, model.file(g.file)?.title, g.uses > 0 && " · " + say("uses", { n: g.uses })))))),
    ]);
    const n = problems.length + contradictions.length;
    the("tab-checks").textContent = say("tab-checks") + (n ? " (" + n + ")" : "");
    the("tab-checks").classList.toggle("warn", n > 0);
    const row = (/** @type {import("./model.js").Finding} */ f, /** @type {boolean} */ against) => h("li", {},
      h("button", { type: "button", "data-cell": "check|" + f.file + f.key + f.text, onclick: () => page.go(f, f.hexes) }, h("span", {}, f.text, h("small", {}, [model.file(f.file)?.title ?? f.file, f.key].filter(Boolean).join(" · ")))),
      against && h("button", { type: "button", "aria-label": say("sure-of", { what: f.text }), onclick: () => page.send({ sure: { file: f.file, key: f.key } }, say("said-sure")) }, say("sure")));
    redraw(the("checks"), [
      h("h3", {}, say("problems")), problems.length ? h("ol", { class: "list" }, ...problems.map((f) => row(f, false))) : h("p", {}, say("problems-none")),
      h("h3", {}, say("contradictions")), contradictions.length ? h("p", { class: "note" }, say("contradictions-why")) : null,
      contradictions.length ? h("ol", { class: "list" }, ...contradictions.map((f) => row(f, true))) : h("p", {}, say("contradictions-none")),
    ]);
  };
  model.heard.push(show);
  show();
}

/** Has another owner's board compared, and each difference decided.
 * @param {Page} page */
export function compare(page) {
  const input = /** @type {HTMLInputElement} */ (the("open-board"));
  /** @type {Change[]} */
  let all = [];
  let name = "";
  const { model } = page, text = (/** @type {string} */ cells) => cells || say("none");
  /** One side of a difference: a cell, a whole row as it stands in the file, or, where only its source differs, the row of both. */
  const told = (/** @type {Change} */ c, /** @type {string} */ is) => {
    const columns = model.file(c.file)?.columns ?? [], parts = is.split(",");
    if (columns.find((x) => x.id === c.column)?.note) return text(model.called(model.row(c)));
    const cells = c.column ? { [c.column]: is } : is ? Object.fromEntries(columns.map((x, i) => [x.id, parts[i] ?? ""])) : null;
    return text(model.called({ ...c, cells, origin: "", source: "" }, c.column));
  };
  const done = (/** @type {Change[]} */ some, /** @type {boolean} */ theirs) => {
    if (theirs) page.send({ apply: some.flatMap(({ mine, theirs, notes, ...cell }) => [cell, ...notes]) }, say("said-theirs", { n: some.length })).then((ok) => { if (ok) drop(some); });
    else drop(some);
  };
  const drop = (/** @type {Change[]} */ some) => {
    all = all.filter((c) => !some.includes(c));
    show();
    /** @type {HTMLElement | null} */ (the("compared").querySelector("li button"))?.focus();
  };
  const show = () => {
    const files = [...new Set(all.map((c) => c.file))];
    redraw(the("compared"), [h("p", {}, h("b", {}, name), " ", say("differences", { n: all.length })), ...files.flatMap((file) => {
      const some = all.filter((c) => c.file === file), title = model.file(file)?.title ?? file;
      return [h("h3", {}, say("left", { n: some.length, file: title })),
        h("div", { class: "row" }, h("button", { type: "button", onclick: () => done(some, false) }, say("mine-all", { file: title })), h("button", { type: "button", onclick: () => done(some, true) }, say("theirs-all", { file: title }))),
        h("ol", { class: "list" }, ...some.map((c) => {
          const what = [c.key, model.file(file)?.columns.find((x) => x.id === c.column)?.name].filter(Boolean).join(", ");
          return h("li", { class: "difference" }, h("button", { type: "button", onclick: () => page.go(c) }, what),
            h("dl", {}, h("dt", {}, say("mine")), h("dd", {}, told(c, c.was), h("small", {}, say("origin-" + (c.mine?.origin || "none")), " ", c.mine?.source)),
              h("dt", {}, say("theirs")), h("dd", {}, told(c, c.is), h("small", {}, say("origin-" + (c.theirs?.origin || "none")), " ", c.theirs?.source))),
            h("div", { class: "row" }, h("button", { type: "button", "aria-label": say("mine-of", { what }), onclick: () => done([c], false) }, say("mine-keep")), h("button", { type: "button", "aria-label": say("theirs-of", { what }), onclick: () => done([c], true) }, say("theirs-take"))));
        }))];
    })]);
  };
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    const r = await fetch("compare", { method: "POST", body: file }), said = await r.json();
    if (!r.ok) return page.aloud(said.refused ?? r.statusText, true);
    all = said.changes ?? [];
    name = [said.name || file.name, said.version || "", said.author].filter(Boolean).join(" · ");
    show();
    page.aloud(say("differences", { n: all.length }));
  });
}

/** Has the board named, and saved.
 * @param {Page} page */
export function board(page) {
  const form = /** @type {HTMLFormElement} */ (the("named")), input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (the(id));
  const { path } = page.model.state;
  const show = () => {
    const { name, version, author } = page.model.state.board;
    for (const [id, is] of /** @type {[string, string][]} */ ([["name", name], ["version", String(version || "")], ["author", author]])) if (document.activeElement !== input(id)) input(id).value = is ?? "";
  };
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    const named = { name: input("name").value.trim(), version: Number(input("version").value), author: input("author").value.trim() }, was = page.model.state.board;
    const same = named.name === was.name && named.version === was.version && named.author === was.author;
    if (!same && !await page.send({ board: named }, say("said-named", { name: named.name }))) return;
    const r = await fetch("board");
    if (!r.ok) return page.aloud((await r.json()).refused, true);
    const link = h("a", { href: URL.createObjectURL(await r.blob()), download: path.split(/[/\\]/).pop() });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // once it is written
    page.aloud(say("said-saved", { file: path }));
  });
  the("commands").textContent = (the("commands").textContent ?? "").replaceAll("FILE", path);
  page.model.heard.push(show);
  show();
}
