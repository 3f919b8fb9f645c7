// The fields of options where a player writes, and of the files that go with what they write. They stay what they are when the board is
// shown again.
import { h } from "./dom.js";
import { say } from "./words.js";
import { refusal } from "./panel.js";

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
    const file = h("input", { id: id + "-file", type: "file", "aria-describedby": refused.id }), bar = h("progress", { "aria-label": say("file-sending"), max: 1, hidden: true });
    const send = h("button", { type: "submit" }, say("send"));
    const form = h("form", { class: "write", onsubmit: async (/** @type {Event} */ e) => {
      e.preventDefault();
      const text = input.value.trim().replace(/\s+/g, " "), chosen = file.files?.[0];
      if (!text && !chosen) return input.focus();
      refused.replaceChildren();
      send.disabled = true;
      const got = chosen && o.file ? await this.#send(chosen, o.file, q.seat, bar) : { name: "", mark: "" };
      send.disabled = false;
      if (!form.isConnected) return; // it was put away meanwhile
      if (got.refusal) return refused.replaceChildren(refusal(got.refusal, this.page.doing.rule));
      this.beside = refused;
      if (await this.page.pick(q, o, (text || got.name) + got.mark)) this.forms.delete(name);
      this.beside = undefined;
    } }, h("label", { for: id }, o.label), h("div", { class: "row" }, input, send),
    o.file && [h("label", { for: file.id }, say("file", { mb: o.file >> 20 })), file, bar], refused);
    this.forms.set(name, form);
    return form;
  }

  /**
   * Sends a file, and shows how far it has come.
   * @param {File} file
   * @param {number} most
   * @param {string} seat whose it is
   * @param {HTMLProgressElement} bar
   * @returns {Promise<import("./contract.js").Received>}
   */
  #send(file, most, seat, bar) {
    const no = (/** @type {string} */ text) => ({ name: "", mark: "", refusal: { text, next: "" } });
    if (file.size > most) return Promise.resolve(no(say("file-long", { name: file.name, mb: most >> 20 })));
    return new Promise((done) => {
      const sent = new XMLHttpRequest(); // which tells of its progress
      sent.responseType = "json";
      sent.upload.onprogress = (e) => { bar.value = e.loaded / e.total; };
      sent.onloadend = () => {
        bar.hidden = true;
        done(sent.response?.mark || sent.response?.refusal ? sent.response : no(say("file-lost")));
      };
      bar.value = 0;
      bar.hidden = false;
      sent.open("POST", this.page.net.base + "file?" + new URLSearchParams({ seat, name: file.name }));
      sent.setRequestHeader("Content-Type", "application/octet-stream");
      sent.send(file);
    });
  }

  /** Tells a refusal beside what was written; reports whether that is what was refused.
   * @param {Node} why */
  refuses(why) {
    if (!this.beside?.isConnected) return false;
    this.beside.replaceChildren(why);
    return true;
  }
}
