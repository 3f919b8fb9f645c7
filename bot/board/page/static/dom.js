// Elements of the page, made without a parser, so that no text of anybody becomes markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element of HTML. Properties that begin with "on" are listeners; "class", "for" and
 * what has a hyphen are attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Object<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(el, name, value);
  el.append(...nodes(children));
  return el;
}

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Object<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, props = {}, ...children) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props)) set(el, name, value);
  el.append(...nodes(children));
  return el;
}

/**
 * @param {Element} el
 * @param {string} name
 * @param {any} value
 */
function set(el, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
  else el.setAttribute(name, value === true ? "" : String(value));
}

/** @param {(Child | Child[])[]} children */
function nodes(children) {
  /** @type {(Node | string)[]} */
  const out = [];
  for (const c of children.flat()) {
    if (c === null || c === undefined || c === false || c === "") continue;
    out.push(c instanceof Node ? c : String(c));
  }
  return out;
}

/** A small drawing for a button, of one line.
 * @param {string} d */
export const icon = (d) => s("svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d }));

/**
 * A button that unfolds what stands behind it.
 * @param {string} label
 * @param {boolean} open
 * @param {(open: boolean) => void} [then] hears of it
 */
export function fold(label, open, then) {
  const b = h("button", { type: "button", class: "fold", "aria-expanded": String(open), onclick: () => {
    b.ariaExpanded = String(open = !open);
    then?.(open);
  } }, label);
  return b;
}

/**
 * What the page must have.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function the(id) {
  const el = document.getElementById(id);
  if (!el) throw new Error("the page has no #" + id);
  return /** @type {T} */ (/** @type {unknown} */ (el));
}

/**
 * What a script of the page's data holds.
 * @param {string} id
 * @returns {any}
 */
export const data = (id) => JSON.parse(the(id).textContent || "null");

// Drawings are the one markup that the page parses; they come from its own server, which
// draws them. Whatever would run is refused all the same.
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("board", { createHTML: sound });

/** @param {string} svg */
function sound(svg) {
  if (/<(script|foreignObject|iframe|style)|\son\w+\s*=|javascript:/i.test(svg)) throw new Error("a drawing that would run");
  return svg;
}

/**
 * A drawing as an element; null: there is none.
 * @param {string | undefined} svg
 * @returns {SVGSVGElement | null}
 */
export function drawing(svg) {
  if (!svg) return null;
  const doc = new DOMParser().parseFromString(policy ? policy.createHTML(svg) : sound(svg), "text/html");
  const el = doc.body.querySelector("svg");
  return el ? document.adoptNode(el) : null;
}

/** Where the panel is below the board. */
export const narrow = matchMedia("(max-width: 860px)");

/** Whether the reader wants things to stand still. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || remembered("motion") === "off";

/**
 * What is remembered in this browser; it may refuse to remember.
 * @param {string} key
 * @param {string | null} [value] null forgets it
 * @returns {string | null}
 */
export function remembered(key, value) {
  try {
    if (value === undefined) return localStorage.getItem("board." + key);
    if (value === null) localStorage.removeItem("board." + key);
    else localStorage.setItem("board." + key, value);
  } catch { /* private windows remember nothing */ }
  return value ?? null;
}

/** A finger was lifted: the click that the browser makes of that presses nothing that has just been opened there. */
export function lifted() {
  const swallow = (/** @type {Event} */ e) => { e.preventDefault(); e.stopPropagation(); };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 80);
}
