import fc from "fast-check";
import { expect, test } from "vitest";
import { conditions } from "../calls/testing/payload-queries.ts";
import type { Node } from "./node.ts";
import { parseQuery } from "./parse-query.ts";
import { evaluate } from "./testing/evaluate.ts";
import { PayloadValue } from "./testing/payload-value.ts";
import { comparesValues, needsValue, type Test } from "./value-test.ts";

const missing = new PayloadValue(undefined, []);

test("no comparison that needs a value is true of a missing one", () => {
  let needing = 0;
  let others = 0;
  const check = (node: Node): void => {
    if (node.kind === "not") check(node.operand);
    if (node.kind === "and" || node.kind === "or") node.operands.forEach(check);
    if (["literal", "field", "convert", "size"].includes(node.kind)) return;
    if (needsValue(node)) {
      needing += 1;
      expect(
        evaluate(node, () => missing),
        JSON.stringify(node),
      ).not.toBe(true);
    } else if (comparesValues(node as Test) && evaluate(node, () => missing) === true) others += 1;
  };
  fc.assert(
    fc.property(conditions, ($expr) => check(parseQuery({ $expr }))),
    { numRuns: 3_000 },
  );
  expect(needing).toBeGreaterThan(500);
  expect(others).toBeGreaterThan(10);
});
