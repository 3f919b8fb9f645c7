// The step of a course beside its match: what is to be done, and what became of it.
import { h, the } from "./dom.js";

/**
 * @param {import("./board.js").Page} page
 * @param {import("./contract.js").Lesson} lesson
 */
export function tell(page, lesson) {
  const { done } = lesson;
  const said = the("lesson-said"), hint = the("lesson-hint"), next = the("lesson-next");
  const news = lesson.said.join() !== [...said.children].map((p) => p.textContent).join(), ended = done && next.hidden;
  document.body.classList.toggle("learned", !!done);
  if (news) said.replaceChildren(...lesson.said.map((t) => h("p", {}, t)));
  the("lesson-about").hidden = !done && lesson.said.length > 0; // then the question has room
  the("lesson-do").textContent = lesson.do;
  the("lesson-do").hidden = hint.hidden = !!done;
  next.hidden = !done;
  hint.onclick = () => { page.action({ do: "hint" }); };
  if (news && lesson.said.length) the("lesson").scrollIntoView({ block: "start" });
  if (ended) next.focus({ preventScroll: true });
}
