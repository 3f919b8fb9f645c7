// The layers of the board: pieces slide from where they were to where they are.
import { drawing, still } from "./dom.js";

const slide = 420; // ms
const levels = 3; // of a drawing that are compared: its sheets, the pieces in them, and what those are made of
const reach = 40; // elements ahead in which one is looked for

export class Layers {
  /**
   * @param {HTMLElement} pieces
   * @param {HTMLElement} marks
   * @param {HTMLElement} under
   * @param {HTMLElement} over
   * @param {HTMLElement} traces
   */
  constructor(pieces, marks, under, over, traces) {
    this.pieces = pieces;
    this.marks = marks;
    this.under = under;
    this.above = over;
    this.traces = traces;
    this.now = { pieces: "", marks: "" };
    /** @type {(Element | undefined)[]} */
    this.grounds = []; // of the marks, of an answer, of the traces
    this.#sink(0, marks.firstElementChild);
    /** Gives counters the faces that the reader has for them.
     * @type {(pieces: Element) => void} */
    this.dress = () => {};
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
    if (layers.marks !== this.now.marks) this.#sink(0, this.#lay(this.marks, layers.marks));
    this.now = layers;
  }

  /**
   * Lays the drawing of an answer over the map; none takes it away.
   * @param {string} [svg]
   * @param {boolean} [whole] whether the marks are in it
   */
  over(svg, whole) {
    const el = this.#lay(this.above, svg);
    this.#sink(1, el);
    this.traces.hidden = !!el;
    this.grounds[2]?.toggleAttribute("hidden", !!el);
    this.marks.hidden = !!el && !!whole;
  }

  /**
   * Puts the grounds of a drawing below the counters.
   * @param {number} of which drawing
   * @param {Element | null} el
   */
  #sink(of, el) {
    const grounds = el?.querySelector(":scope > [data-sheet=below]");
    const low = /** @type {Element | undefined} */ (el?.cloneNode());
    if (grounds) low?.append(grounds);
    this.grounds[of] = grounds ? low : undefined;
    this.under.replaceChildren(...this.grounds.filter((g) => g !== undefined));
  }

  /** Lays down what decisions have left on the map; it makes room for an answer.
   * @param {string} [svg] */
  trace(svg) {
    this.#sink(2, this.#lay(this.traces, svg));
    this.grounds[2]?.toggleAttribute("hidden", !!this.traces.hidden);
  }

  /**
   * @param {HTMLElement} on
   * @param {string | undefined} svg
   */
  #lay(on, svg) {
    const el = drawing(svg), was = on.firstElementChild;
    if (el && on === this.pieces) this.dress(el);
    if (el && was) change(was, el, levels);
    else on.replaceChildren(...(el ? [el] : []));
    return on.firstElementChild;
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
    const moves = el instanceof SVGGraphicsElement ? el.transform.baseVal : null;
    if (!moves?.numberOfItems) continue;
    const { e, f } = moves.getItem(0).matrix;
    out.set((el.getAttribute("data-piece") ?? "") + "/" + (el.getAttribute("data-frame") ?? ""), [el, e, f]);
  }
  return out;
}

/**
 * Makes one drawing into another by changing it where the two differ: what stays need not be styled, laid out and
 * painted anew.
 * @param {Element} el what is changed
 * @param {Element} to what it becomes; it is used up
 * @param {number} deep how many levels of children are compared; those of lower ones are replaced
 */
function change(el, to, deep) {
  for (const name of el.getAttributeNames()) if (!to.hasAttribute(name)) el.removeAttribute(name);
  for (const { name, value } of to.attributes) if (el.getAttribute(name) !== value) el.setAttribute(name, value);
  let old = el.firstElementChild;
  const drop = (/** @type {Element | null} */ until) => {
    while (old && old !== until) {
      const gone = old;
      old = old.nextElementSibling;
      gone.remove();
    }
  };
  for (const now of [...to.children]) {
    const same = ahead(old, now);
    if (same) {
      drop(same);
      old = same.nextElementSibling;
    } else if (old && deep > 1 && named(old) === named(now) && !ahead(now.nextElementSibling, old)) {
      const changed = old;
      old = old.nextElementSibling;
      change(changed, now, deep - 1);
    } else el.insertBefore(now, old);
  }
  drop(null);
}

/** What an element is, whatever it looks like.
 * @param {Element} el */
const named = (el) => [el.localName, ...["id", "data-sheet", "data-piece", "data-frame"].map((name) => el.getAttribute(name))].join();

/**
 * The first element that is like another, among some that follow each other.
 * @param {Element | null} from
 * @param {Element} like
 */
function ahead(from, like) {
  for (let el = from, n = 0; el && n < reach; el = el.nextElementSibling, n++) if (el.isEqualNode(like)) return el;
  return null;
}
