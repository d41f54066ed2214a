// For printing, all folded parts of the sheet are opened.
import { one } from "../shared/elements.js";

const folded = () => document.querySelectorAll("details");

window.addEventListener("beforeprint", () => folded().forEach((each) => each.setAttribute("open", "")));
one("[data-print]").addEventListener("click", () => window.print());

// The name of the table, for the footer of printed pages.
document.documentElement.style.setProperty("--named", JSON.stringify(one(".sheet").dataset.named));
