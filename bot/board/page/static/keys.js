// Single keys, and the tabs of the panel.
import { the } from "./dom.js";
import { help, keyed } from "./dialogs.js";

/**
 * Has keys do what is done by mouse or finger otherwise.
 * @param {import("./board.js").Page} page
 */
export function shortcuts(page) {
  const click = (/** @type {string} */ id) => () => document.getElementById(id)?.click();
  /** @type {Object<string, () => void>} */
  const does = {
    "+": () => page.stage.zoom(1.25), "=": () => page.stage.zoom(1.25), "-": () => page.stage.zoom(0.8), 0: () => page.stage.whole(),
    b: () => { if (!page.targets.focus()) the("stage").focus(); }, f: () => page.fans.next(), p: () => page.toPanel(), "/": () => page.line.input.focus(),
    c: click("confirm"), u: click("undo"), h: click("hide"), m: click("whose"), l: click("tab-log"), "[": click("earlier"), "]": click("later"), "?": () => { help(); },
  };
  addEventListener("keydown", (e) => {
    const el = e.target instanceof Element ? e.target : document.body;
    if (e.altKey || e.ctrlKey || e.metaKey || el.closest("input, textarea, select, dialog")) return;
    const arrow = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    if (arrow) {
      if (!e.shiftKey && el !== document.body && !the("stage").contains(el)) return;
      page.stage.pan(arrow[0] * 80, arrow[1] * 80);
      e.preventDefault();
      return;
    }
    if (e.key === "Escape") {
      if (!the("told").hidden) page.told.hush();
      else if (page.asked()?.node?.path.length) page.back();
      return;
    }
    const f = keyed() && does[e.key.toLowerCase()];
    if (!f) return;
    e.preventDefault();
    f();
  });
}

/** Has the tabs open their panes, by mouse and by keyboard. */
export function tabs() {
  const all = [...document.querySelectorAll("[role=tab]")].map((t) => /** @type {HTMLElement} */ (t));
  /** @param {HTMLElement} tab */
  const open = (tab) => {
    for (const t of all) {
      t.setAttribute("aria-selected", String(t === tab));
      t.tabIndex = t === tab ? 0 : -1;
      the(t.getAttribute("aria-controls") ?? "").hidden = t !== tab;
    }
  };
  for (const t of all) {
    t.addEventListener("click", () => open(t));
    t.addEventListener("keydown", (e) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (!by) return;
      e.preventDefault();
      e.stopPropagation();
      const next = all[(all.indexOf(t) + by + all.length) % all.length];
      open(next);
      next.focus();
    });
  }
}
