// A sheet is printed whole: what is folded is unfolded for it.
const folded = () => document.querySelectorAll("details");

window.addEventListener("beforeprint", () => folded().forEach((each) => each.setAttribute("open", "")));
document.querySelector("[data-print]").addEventListener("click", () => window.print());
