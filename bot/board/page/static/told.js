// What was asked, or was refused, told in the panel and drawn over the board until it is put away.
import { h, the, icon } from "./dom.js";
import { say } from "./words.js";
import { answer } from "./panel.js";
import { aloud } from "./dialogs.js";

export class Told {
  /** @param {import("./board.js").Page} page */
  constructor(page) { this.page = page; }

  /**
   * Shows something until it is put away.
   * @param {string} title
   * @param {Node[]} body
   * @param {string} [overlay]
   */
  tell(title, body, overlay) {
    this.hush();
    if (overlay) this.page.layers.over(overlay);
    const box = the("told");
    box.replaceChildren(h("div", { class: "row head" }, h("h2", {}, title),
      h("button", { type: "button", class: "icon", "aria-label": say("close"), onclick: () => this.hush() }, icon("M6 6l12 12M18 6L6 18"))), ...body);
    box.hidden = false;
    box.scrollIntoView({ block: "nearest" });
  }

  hush() {
    if (the("told").hidden) return;
    the("told").hidden = true;
    the("told").replaceChildren();
    this.page.overlay();
    for (const b of the("overlays").querySelectorAll("[aria-pressed=true]")) b.setAttribute("aria-pressed", "false");
  }

  /**
   * Shows what an action was answered; an order that it proposes can be taken over, half built.
   * @param {import("./contract.js").Answer} a
   * @param {string} [asked] what was typed
   */
  answered(a, asked = "") {
    const { prompt, path } = a;
    this.tell(a.title ?? asked, [answer(a, this.page.doing.rule), ...(prompt && path ? [h("div", { class: "row" }, h("button", {
      type: "button", class: "primary", onclick: () => this.page.action({ do: "draft", prompt, path }),
    }, say("take")))] : [])], a.overlay);
  }

  /**
   * Asks what changes nothing, and shows the answer; reports whether there is one.
   * @param {string} q
   * @param {string} [title] what it is called, if not as it is typed
   * @returns {Promise<boolean>}
   */
  async ask(q, title = q) {
    const page = this.page;
    // What the game answers about a position is asked of the copy there; the rest is the same in the match.
    if (page.state.sandbox && page.queries(q)) return page.action({ do: "order", text: q });
    try {
      const a = await page.net.get("ask", { q, seat: page.state.viewer.seat || undefined });
      this.tell(a.title ?? title, [answer(a, page.doing.rule)], a.overlay);
      aloud([a.summary, ...a.lines].filter(Boolean).join(" "));
      return true;
    } catch (err) {
      page.failed(err);
      return false;
    }
  }

  /**
   * Asks why a computer player decided so.
   * @param {number} n
   */
  why(n) { return this.ask("why " + n, say("why-of", { n })); }

  /**
   * Shows what proves a roll.
   * @param {string} address
   */
  async proof(address) {
    try {
      const proofs = await this.page.net.at(address);
      this.tell(say("proof"), [h("p", { class: "note" }, say("proof-what")), h("pre", { tabindex: 0 }, JSON.stringify(proofs, null, 1))]);
    } catch (err) { this.page.failed(err); }
  }
}
