import type { ExchangeMaker } from "../exchange.ts";
import { asTitle } from "../words.ts";
import { caseWork } from "./case-work.ts";
import { lowercaseWordings } from "./case-wordings.ts";
import { inOtherCase } from "./phrases.ts";

/** A text in small letters; it has capitals for the most part, or there would be nothing to do. */
export const lowercase: ExchangeMaker = caseWork(
  lowercaseWordings,
  (random, text) => (random.chance(0.6) ? text.toUpperCase() : inOtherCase(random, asTitle(text))),
  (text) => text.toLowerCase(),
);
