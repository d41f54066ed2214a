// The page of a player's own session.
import { one } from "../shared/elements.js";
import { listenToLimits } from "./limits.js";

listenToLimits(one("[data-session]"), () => location.reload());
