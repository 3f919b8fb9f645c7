// The fields of options where a player writes. They stay what they are when the board is shown again.
import { h } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./contract.js").Ask} Ask */
/** @typedef {import("./contract.js").Option} Option */

const long = 100; // letters; a longer text has several lines

export class Fields {
  /** @param {import("./board.js").Page} page */
  constructor(page) {
    this.page = page;
    /** The fields that were shown, by what is asked, with what stands in them.
     * @type {Map<string, HTMLFormElement>} */
    this.forms = new Map();
    /** Where a refusal is told, while a text is sent.
     * @type {HTMLElement | undefined} */
    this.beside = undefined;
  }

  /**
   * @param {Ask} q
   * @param {Option} o
   */
  field(q, o) {
    const name = [q.prompt, q.node?.path, o.label].join(), id = "write-" + encodeURIComponent(o.label);
    const had = this.forms.get(name);
    if (had) return had;
    const refused = h("div", { id: id + "-refused" });
    const input = h((o.write ?? 0) > long ? "textarea" : "input", {
      id, type: "text", maxlength: o.write, placeholder: o.sample, autocomplete: "off", enterkeyhint: "send", "aria-describedby": refused.id,
      onkeydown: (/** @type {KeyboardEvent} */ e) => { if (e.key === "Enter" && !e.isComposing) { e.preventDefault(); form.requestSubmit(); } },
    });
    const form = h("form", { class: "write", onsubmit: async (/** @type {Event} */ e) => {
      e.preventDefault();
      const text = input.value.trim().replace(/\s+/g, " ");
      if (!text) return input.focus();
      refused.replaceChildren();
      this.beside = refused;
      if (await this.page.pick(q, o, text)) this.forms.delete(name);
      this.beside = undefined;
    } }, h("label", { for: id }, o.label), h("div", { class: "row" }, input, h("button", { type: "submit" }, say("send"))), refused);
    this.forms.set(name, form);
    return form;
  }

  /** Tells a refusal beside what was written; reports whether that is what was refused.
   * @param {Node} why */
  refuses(why) {
    if (!this.beside?.isConnected) return false;
    this.beside.replaceChildren(why);
    return true;
  }
}
