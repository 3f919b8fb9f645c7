// The page's words, as the server's catalogues say them.
import { data } from "./dom.js";

/** @type {Object<string, string>} */
const words = data("words");

/** Takes words that came later.
 * @param {Object<string, string>} more */
export const learn = (more) => { Object.assign(words, more); };

/**
 * A text of the page, with its arguments in the places of their names in braces.
 * @param {string} key
 * @param {Object<string, string | number>} [args]
 */
export function say(key, args = {}) {
  return (words[key] ?? "[" + key + "]").replace(/\{(\w+)\}/g, (all, name) => (name in args ? String(args[name]) : all));
}
