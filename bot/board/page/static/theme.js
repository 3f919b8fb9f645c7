// Light or dark: as the system has it, or as the reader has said. It runs before the page is
// drawn, so that nothing flashes.

/** @returns {string} */
function said() {
  try { return localStorage.getItem("board.theme") ?? ""; } catch { return ""; }
}

/** Whether the reader wants things to stand still, here beside what the system says. */
function still() {
  try { return localStorage.getItem("board.motion") === "off"; } catch { return false; }
}

/** @param {string} theme */
function put(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  document.documentElement.toggleAttribute("data-still", still());
  for (const source of document.querySelectorAll("source[data-dark]")) {
    source.setAttribute("media", theme === "dark" ? "all" : theme === "light" ? "not all" : "(prefers-color-scheme: dark)");
  }
}

for (const event of ["DOMContentLoaded", "theme"]) addEventListener(event, () => put(said()));
put(said());
