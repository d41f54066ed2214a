// A sheet is printed whole: what is folded is unfolded for it.
import { one } from "../shared/elements.js";

const folded = () => document.querySelectorAll("details");

window.addEventListener("beforeprint", () => folded().forEach((each) => each.setAttribute("open", "")));
one("[data-print]").addEventListener("click", () => window.print());

// The foot of every printed page names the table; a stylesheet alone does not know it.
document.documentElement.style.setProperty("--named", JSON.stringify(one(".sheet").dataset.named));
