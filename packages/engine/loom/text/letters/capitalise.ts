import type { ExchangeMaker } from "../exchange.ts";
import { asTitle } from "../words.ts";
import { caseWork } from "./case-work.ts";
import { capitaliseWordings } from "./case-wordings.ts";

/** A text with a capital at the beginning of every word; the other letters stay as they are. */
export const capitalise: ExchangeMaker = caseWork(
  capitaliseWordings,
  (random, text) => (random.chance(0.88) ? text.toLowerCase() : text),
  asTitle,
);
