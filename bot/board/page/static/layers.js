// The layers of the board: pieces slide from where they were to where they are.
import { drawing, still } from "./dom.js";

const slide = 420; // ms

export class Layers {
  /**
   * @param {HTMLElement} pieces
   * @param {HTMLElement} marks
   * @param {HTMLElement} under
   * @param {HTMLElement} over
   */
  constructor(pieces, marks, under, over) {
    this.pieces = pieces;
    this.marks = marks;
    this.under = under;
    this.above = over;
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

  /** Lays the drawing of an answer over the map, its grounds below the counters; none takes it away.
   * @param {string} [svg] */
  over(svg) {
    const el = this.#lay(this.above, svg);
    const grounds = el?.querySelector(":scope > [data-sheet=below]");
    const low = grounds && /** @type {SVGSVGElement} */ (el?.cloneNode());
    if (low) low.append(grounds);
    this.under.replaceChildren(...(low ? [low] : []));
  }

  /**
   * @param {HTMLElement} on
   * @param {string | undefined} svg
   */
  #lay(on, svg) {
    const el = drawing(svg);
    el?.setAttribute("aria-hidden", "true");
    on.replaceChildren(...(el ? [el] : []));
    return el;
  }
}

/**
 * Where pieces stand, in the units of the drawing.
 * @param {HTMLElement} layer
 * @returns {Map<string, [SVGGraphicsElement, number, number]>}
 */
function places(layer) {
  const out = new Map();
  for (const el of layer.querySelectorAll("[data-piece], [data-frame]")) {
    const m = el instanceof SVGGraphicsElement && el.transform.baseVal.consolidate()?.matrix;
    if (m) out.set((el.getAttribute("data-piece") ?? "") + "/" + (el.getAttribute("data-frame") ?? ""), [el, m.e, m.f]);
  }
  return out;
}
