import type { ExchangeMaker } from "../exchange.ts";
import { caseWork } from "./case-work.ts";
import { uppercaseWordings } from "./case-wordings.ts";
import { inOtherCase } from "./phrases.ts";

/** A text in capitals. */
export const uppercase: ExchangeMaker = caseWork(uppercaseWordings, inOtherCase, (text) =>
  text.toUpperCase(),
);
