// A line of the record lights the hexes that it names, and a hex the lines that name it.
import { s } from "./dom.js";

export class Lights {
  /**
   * @param {import("./board.js").Page} page
   * @param {SVGSVGElement} svg
   * @param {HTMLElement[]} lists of lines
   */
  constructor(page, svg, lists) {
    this.page = page;
    this.svg = svg;
    svg.setAttribute("viewBox", `0 0 ${page.stage.board.width} ${page.stage.board.height}`);
    for (const el of lists) {
      for (const event of ["pointerover", "focusin"]) el.addEventListener(event, (e) => this.at(e));
      el.addEventListener("click", (e) => {
        if (e.target instanceof Element && !e.target.closest("button")) page.stage.bring(this.at(e));
      });
      el.addEventListener("focusout", () => this.show([]));
      el.addEventListener("pointerleave", (e) => { if (e.pointerType === "mouse") this.show([]); });
    }
  }

  /** Lights what the line is about on which something happens, or the decision that has the focus; returns the hexes.
   * @param {Event} e */
  at(e) {
    const at = e.target instanceof Element ? e.target.closest(e.type === "focusin" ? "li" : "[data-at]") : null;
    return this.show(at ? [at, ...at.querySelectorAll("[data-at]")] : []);
  }

  /**
   * Lights what some lines are about; returns the hexes.
   * @param {Element[]} lines
   */
  show(lines) {
    const { stage, state, targets } = this.page;
    const ids = lines.flatMap((el) => el.getAttribute("data-at")?.split(" ") ?? []);
    const hexes = [...new Set(ids.map((id) => stage.board.at[id] ? id : state.pieces.find((p) => p.id === id)?.hex ?? ""))].filter((hex) => stage.board.at[hex]);
    this.svg.replaceChildren(...hexes.map((hex) => s("path", { d: targets.shape, transform: `translate(${stage.board.at[hex].join(" ")})` })));
    return hexes;
  }

  /** Marks the lines that name a hex, and brings the last of them into view.
   * @param {string} hex "": none */
  name(hex) {
    const here = new Set([hex, ...this.page.state.pieces.filter((p) => p.hex === hex).map((p) => p.id)]);
    let last;
    for (const el of document.querySelectorAll("[data-at]")) {
      const on = !!hex && !!el.getAttribute("data-at")?.split(" ").some((id) => here.has(id));
      el.classList.toggle("named", on);
      if (on && this.page.log.box.contains(el)) last = el;
    }
    if (last) this.page.log.bring(last);
  }
}
