// Typed orders, as at the terminal, with what may follow.
import { h } from "./dom.js";
import { say } from "./words.js";

const most = 8; // proposals that are shown

/**
 * @param {HTMLFormElement} form
 * @param {import("./net.js").Net} net
 * @param {() => string} seat
 * @param {(text: string) => Promise<boolean>} obey reports whether the text was done, and may go
 */
export function typed(form, net, seat, obey) {
  const input = h("input", {
    type: "text", id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", placeholder: say("type"),
    role: "combobox", "aria-expanded": "false", "aria-controls": "proposals", "aria-autocomplete": "list", "aria-label": say("type-label"),
  });
  const list = h("ul", { id: "proposals", role: "listbox", "aria-label": say("proposals"), hidden: true });
  form.replaceChildren(input, h("button", { type: "submit" }, say("send")), list);
  /** @type {string[]} */
  const before = [];
  let at = 0, chosen = -1, sending = false;
  /** @type {AbortController | undefined} */
  let asking;

  const close = () => { list.hidden = true; chosen = -1; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); };
  /** @param {string} word */
  const take = (word) => {
    input.value = input.value.replace(/\S*$/, "") + word + " ";
    input.focus();
    propose();
  };
  /** @param {number} i */
  const choose = (i) => {
    const items = [...list.children];
    chosen = items.length ? (i + items.length) % items.length : -1;
    items.forEach((el, n) => el.setAttribute("aria-selected", String(n === chosen)));
    if (items[chosen]) input.setAttribute("aria-activedescendant", items[chosen].id);
  };
  const propose = async () => {
    asking?.abort();
    const mine = asking = new AbortController();
    /** @type {import("./contract.js").Completion[]} */
    let next = [];
    if (input.value) {
      try {
        next = await net.get("complete", { text: input.value, seat: seat() }, mine.signal);
      } catch { /* proposals may be missing */ }
    }
    if (mine.signal.aborted) return;
    chosen = -1;
    list.replaceChildren(...next.slice(0, most).map((c, i) => h("li", {
      id: "proposal-" + i, role: "option", "aria-selected": "false", "data-word": c.word,
      onpointerdown: (/** @type {Event} */ e) => { e.preventDefault(); take(c.word); },
    }, c.word, c.label && c.label !== c.word && h("small", {}, c.label))));
    list.hidden = !next.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
  };

  input.addEventListener("input", propose);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (e) => {
    const word = list.children[chosen]?.getAttribute("data-word");
    if (e.key === "ArrowDown" && !list.hidden) choose(chosen + 1);
    else if (e.key === "ArrowUp" && !list.hidden) choose(chosen - 1);
    else if (e.key === "ArrowUp" && at > 0) { at--; input.value = before[at]; } else if (e.key === "ArrowDown" && at < before.length) { at++; input.value = before[at] ?? ""; } else if (e.key === "Tab" && !e.shiftKey && !list.hidden) take(word ?? list.children[0].getAttribute("data-word") ?? "");
    else if (e.key === "Enter" && word) take(word);
    else if (e.key === "Escape" && !list.hidden) close();
    else return;
    e.preventDefault();
    e.stopPropagation();
  });
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    const text = input.value.trim();
    if (!text || sending) return;
    asking?.abort();
    close();
    sending = true;
    try {
      if (!await obey(text)) return;
    } finally { sending = false; }
    before.push(text);
    at = before.length;
    if (input.value.trim() === text) input.value = "";
  });
  const forget = () => {
    asking?.abort();
    close();
    list.replaceChildren();
    before.length = at = 0;
    input.value = "";
  };
  return { input, forget };
}
