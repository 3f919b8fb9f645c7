// The page of player aids has one button.
document.getElementById("print")?.addEventListener("click", () => print());
export {};
