// The step of a course beside its match: what is to be done, and what became of it.
import { h, the } from "./dom.js";

/**
 * @param {import("./board.js").Page} page
 * @param {import("./contract.js").Lesson} lesson
 */
export function tell(page, lesson) {
  const { done } = lesson;
  const hint = the("lesson-hint"), next = the("lesson-next"), was = next.hidden;
  document.body.classList.toggle("learned", !!done);
  the("lesson-said").replaceChildren(...lesson.said.map((t) => h("p", {}, t)));
  the("lesson-do").textContent = lesson.do;
  the("lesson-do").hidden = hint.hidden = !!done;
  next.hidden = !done;
  hint.onclick = () => { page.action({ do: "hint" }); };
  if (done && was) { the("lesson").scrollIntoView({ block: "nearest" }); next.focus({ preventScroll: true }); }
}
