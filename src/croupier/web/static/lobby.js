// The lobby keeps up with its tables.
import { refresh } from "./live.js";

setInterval(refresh, 4000);
document.addEventListener("visibilitychange", refresh);
