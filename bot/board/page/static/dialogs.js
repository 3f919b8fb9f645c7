// What is asked before something is done, and told apart from the board.
import { h, the, remembered } from "./dom.js";
import { say } from "./words.js";

/**
 * Shows a dialog until it is closed; its value is that of the button which closed it.
 * @param {string} title
 * @param {(Node | string)[]} body
 * @param {{value: string, label: string, primary?: boolean, danger?: boolean}[]} buttons
 * @param {string} [kind] a class of its own
 * @returns {Promise<string>}
 */
export function dialog(title, body, buttons, kind = "") {
  return new Promise((resolve) => {
    const el = h("dialog", { class: kind, "aria-labelledby": "dialog-title" }, h("form", { method: "dialog" },
      h("h2", { id: "dialog-title" }, title), h("div", { class: "body" }, ...body),
      h("div", { class: "row" }, ...buttons.map((b) => h("button", { value: b.value, class: b.primary ? "primary" : b.danger ? "danger" : "" }, b.label)))));
    el.addEventListener("close", () => { el.remove(); resolve(el.returnValue); });
    document.body.append(el);
    el.showModal();
  });
}

/**
 * Asks before something is done.
 * @param {string} title
 * @param {string[]} lines
 * @param {string} [yes]
 * @param {boolean} [danger] whether something is lost for good
 */
export async function sure(title, lines, yes = say("yes"), danger = true) {
  const said = await dialog(title, lines.map((t) => h("p", {}, t)), [{ value: "no", label: say("no") }, { value: "yes", label: yes, danger, primary: !danger }]);
  return said === "yes";
}

/**
 * Asks for a text; null: nothing is to be done.
 * @param {string} title
 * @param {string} label
 * @param {string} [confirm] what else is said
 * @returns {Promise<string | null>}
 */
export async function asked(title, label, confirm) {
  const input = h("input", { type: "text", id: "asked", required: true, maxlength: 2000 });
  const said = await dialog(title, [...(confirm ? [h("p", {}, confirm)] : []), h("label", { for: "asked" }, label), input],
    [{ value: "yes", label: title, primary: true }]);
  return said === "yes" && input.value.trim() ? input.value.trim() : null;
}

/**
 * Has the screen handed over before a secret question is shown: nothing else is to be seen until then.
 * @param {string} to the name of the seat that is asked
 */
export async function handOver(to) {
  for (;;) {
    const said = await dialog(say("handover", { seat: to }), [h("p", {}, say("handover-why"))],
      [{ value: "yes", label: say("handover-yes", { seat: to }), primary: true }], "handover");
    if (said === "yes") return;
  }
}

/** Whether single keys are commands. */
export const keyed = () => remembered("keys") !== "off";

const keys = [
  ["Tab", "tab"], ["← ↑ → ↓", "arrows"], ["⇧ ← ↑ → ↓", "pan"], ["Enter", "enter"], ["Esc", "escape"], ["+ −", "zoom"], ["0", "whole"],
  ["B", "board"], ["F", "fan"], ["P", "panel"], ["/", "type"], ["C", "confirm"], ["U", "undo"], ["H", "hide"], ["M", "whose"], ["L", "log"], ["[ ]", "replay"], ["?", "help"],
];

export function help() {
  const box = h("input", { type: "checkbox", onchange: () => remembered("keys", box.checked ? null : "off") });
  box.checked = keyed();
  return dialog(say("keys"), [
    h("p", {}, say("help")),
    ...[...document.querySelectorAll("#pane-look .ways")].map((el) => el.cloneNode(true)),
    h("dl", { class: "keys" }, ...keys.flatMap(([k, word]) => [h("dt", {}, h("kbd", {}, k)), h("dd", {}, say("key." + word))])),
    h("label", { class: "check" }, box, " ", say("keys-on")),
  ], [{ value: "", label: say("close"), primary: true }]);
}

/** Says something aloud to who cannot see it.
 * @param {string} text
 * @param {boolean} [urgent] */
export function aloud(text, urgent = false) {
  the(urgent ? "alert" : "live").textContent = text;
}
