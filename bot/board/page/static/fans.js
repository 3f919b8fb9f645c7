// What a tap on the map means: a choice, or else the stack there, fanned out.
import { h } from "./dom.js";
import { say } from "./words.js";
import { aloud } from "./dialogs.js";

export class Fans {
  /** @param {import("./board.js").Page} page */
  constructor(page) {
    this.page = page;
    /** The stacks that the keyboard fans out, in this order.
     * @type {string[]} */
    this.stacks = [];
  }

  /**
   * @param {string} hex
   * @param {string[]} around
   * @param {boolean} touch
   */
  tap(hex, around, touch) {
    const { targets, stage } = this.page;
    targets.close();
    const legal = around.filter((id) => targets.all.has(id));
    // A finger that could mean several is shown them larger first.
    if (touch && legal.length > 1 && stage.small) { stage.show(legal); return; }
    const meant = targets.all.has(hex) ? hex : legal[0];
    if (meant) { targets.choose(meant); return; }
    if (hex) this.open(hex);
  }

  /**
   * Fans out what stands on a hex, with what may be asked about it.
   * @param {string} hex
   */
  open(hex) {
    const { state, targets, told } = this.page;
    const there = state.pieces.filter((p) => p.hex === hex);
    targets.look(hex, there, (p) => (state.queries ?? []).filter((q) => q.takes === (p ? "piece" : "hex") && (!p || !q.of || q.of.includes(p.id))).map((q) =>
      h("button", { type: "button", onclick: () => { targets.close(); told.ask(q.name + " " + (p ? p.id : hex), q.label); } }, q.label)));
  }

  /** Fans out the stack that is nearest to the marked choice, or else to the middle; while one is fanned out, that next to it. */
  next() {
    const { state, targets, stage } = this.page, open = targets.fan?.dataset.hex ?? "";
    if (!open || !this.stacks.includes(open)) {
      this.stacks = stage.nearest([...new Set(state.pieces.map((p) => p.hex).filter(Boolean))], open || targets.marked());
    }
    const hex = this.stacks[(this.stacks.indexOf(open) + 1) % this.stacks.length];
    if (!hex) return;
    stage.reveal(hex);
    this.open(hex);
    aloud([say("at", { hex }), ...state.pieces.filter((p) => p.hex === hex).map((p) => [p.name, p.says, p.left].filter(Boolean).join(", "))].join(". "));
  }
}
