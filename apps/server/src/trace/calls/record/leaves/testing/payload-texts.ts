import * as fc from "fast-check";
import { jsonTexts } from "../../../../digests/testing/json-texts.ts";

const nesting = fc.array(fc.constantFrom('{"a":', "[", "[1,2,3,4,5,", '{"b~/c":"x","d":'), {
  maxLength: 12,
});

/** JSON texts as requests bring them, in UTF-8; some are nested deeper than leaves may be. */
export const payloadTexts: fc.Arbitrary<string> = fc
  .tuple(nesting, jsonTexts)
  .map(([open, inside]) => {
    const close = open.map((text) => (text.startsWith("{") ? "}" : "]"));
    return open.join("") + inside + close.toReversed().join("");
  })
  .filter((text) => text.isWellFormed());
