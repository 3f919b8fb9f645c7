// The layers of the board: pieces slide from where they were to where they are.
import { drawing, still } from "./dom.js";

const slide = 420; // ms

export class Layers {
  /**
   * @param {HTMLElement} pieces
   * @param {HTMLElement} marks
   * @param {HTMLElement} answer
   */
  constructor(pieces, marks, answer) {
    this.pieces = pieces;
    this.marks = marks;
    this.answer = answer;
    this.now = { pieces: "", marks: "" };
  }

  /**
   * @param {{pieces: string, marks: string}} layers
   * @param {boolean} moving whether pieces slide
   */
  show(layers, moving) {
    if (layers.pieces !== this.now.pieces) {
      const before = moving && !still() ? places(this.pieces) : new Map();
      this.#lay(this.pieces, layers.pieces);
      for (const [id, [el, x, y]] of before.size ? places(this.pieces) : []) {
        const was = before.get(id);
        if (was && (was[1] !== x || was[2] !== y)) {
          el.animate([{ translate: `${was[1] - x}px ${was[2] - y}px` }, { translate: "0 0" }], { duration: slide, easing: "ease-in-out" });
        } else if (!was) el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: slide });
      }
    }
    if (layers.marks !== this.now.marks) this.#lay(this.marks, layers.marks);
    this.now = layers;
  }

  /** Lays the drawing of an answer over everything; none takes it away.
   * @param {string} [svg] */
  over(svg) { this.#lay(this.answer, svg); }

  /**
   * @param {HTMLElement} on
   * @param {string | undefined} svg
   */
  #lay(on, svg) {
    const el = drawing(svg);
    el?.setAttribute("aria-hidden", "true");
    on.replaceChildren(...(el ? [el] : []));
  }
}

/**
 * Where pieces stand, in the units of the drawing.
 * @param {HTMLElement} layer
 * @returns {Map<string, [SVGGraphicsElement, number, number]>}
 */
function places(layer) {
  const out = new Map();
  for (const el of layer.querySelectorAll("[data-piece]")) {
    if (!(el instanceof SVGGraphicsElement)) continue;
    const m = el.transform.baseVal.consolidate()?.matrix;
    const b = m ?? el.getBBox();
    out.set(el.getAttribute("data-piece"), [el, "e" in b ? b.e : b.x, "f" in b ? b.f : b.y]);
  }
  return out;
}
