// Light or dark: as the system has it, or as the reader has said. It runs before the page is
// drawn, so that nothing flashes.

const named = ["", "light", "dark"];

/** @returns {string} */
function said() {
  try { return localStorage.getItem("board.theme") ?? ""; } catch { return ""; }
}

/** @param {string} theme */
function put(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const source of document.querySelectorAll("source[data-dark]")) {
    source.setAttribute("media", theme === "dark" ? "all" : theme === "light" ? "not all" : "(prefers-color-scheme: dark)");
  }
}

addEventListener("DOMContentLoaded", () => {
  put(said());
  document.getElementById("theme")?.addEventListener("click", () => {
    const next = named[(named.indexOf(said()) + 1) % named.length];
    try { localStorage.setItem("board.theme", next); } catch { /* private windows remember nothing */ }
    put(next);
  });
});
put(said());
