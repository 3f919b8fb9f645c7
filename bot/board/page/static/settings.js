// The settings of this browser, which it remembers.
import { h, remembered } from "./dom.js";
import { say } from "./words.js";
import { dialog, keyed } from "./dialogs.js";
import { barred, ring } from "./alert.js";

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
function choice(label, on, change) {
  const box = h("input", { type: "checkbox", onchange: () => change(box.checked) });
  box.checked = on;
  return h("label", { class: "check" }, box, h("span", {}, label));
}

/** Shows the settings until they are closed.
 * @param {import("./board.js").Page} page */
export function settings(page) {
  const theme = h("select", { id: "theme", onchange: () => {
    remembered("theme", theme.value || null);
    dispatchEvent(new Event("theme"));
  } }, ...[["", say("theme-auto")], ["light", say("theme-light")], ["dark", say("theme-dark")]].map(([value, label]) => h("option", { value }, label)));
  theme.value = remembered("theme") ?? "";
  const why = barred(), texts = { secure: say("notify-where"), none: say("notify-none"), denied: say("notify-denied") };
  const note = h("p", { class: "note" }, texts[why || "secure"]);
  const notify = choice(say("notify"), !!remembered("notify") && !why, async (on) => {
    const box = /** @type {HTMLInputElement} */ (notify.firstChild);
    box.checked = on && await Notification.requestPermission() === "granted";
    remembered("notify", box.checked ? "on" : null);
    note.textContent = texts[barred() || "secure"];
  });
  /** @type {HTMLInputElement} */ (notify.firstChild).disabled = !!why;
  const own = h("section");
  import("./skin.js").then((m) => m.skin(page)).then((s) => s.settings(own)).catch((err) => page.failed(err));
  return dialog(say("settings"), [
    h("label", { class: "check", for: "theme" }, h("span", {}, say("theme")), theme),
    choice(say("keys-on"), keyed(), (on) => remembered("keys", on ? null : "off")),
    choice(say("still"), remembered("motion") === "off", (on) => { remembered("motion", on ? "off" : null); dispatchEvent(new Event("theme")); }),
    choice(say("sound"), !!remembered("sound"), (on) => { remembered("sound", on ? "on" : null); if (on) ring(); }),
    notify, note, own,
  ], [{ value: "", label: say("close"), primary: true }]);
}
