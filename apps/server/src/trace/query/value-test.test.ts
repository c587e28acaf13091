import fc from "fast-check";
import { expect, test } from "vitest";
import { conditions } from "../calls/testing/payload-queries.ts";
import type { Node } from "./node.ts";
import { parseQuery } from "./parse-query.ts";
import { evaluate } from "./testing/evaluate.ts";
import { PayloadValue } from "./testing/payload-value.ts";
import { comparesValues, needsValue } from "./value-test.ts";

const missing = new PayloadValue(undefined, []);

test("no comparison that needs a value is true of a missing one", () => {
  let needing = 0;
  let others = 0;
  const check = (node: Node): void => {
    switch (node.kind) {
      case "and":
      case "or":
        node.operands.forEach(check);
        break;
      case "not":
        check(node.operand);
        break;
      case "compare":
      case "in":
      case "contains":
        if (needsValue(node)) {
          needing += 1;
          expect(
            evaluate(node, () => missing),
            JSON.stringify(node),
          ).not.toBe(true);
        } else if (comparesValues(node) && evaluate(node, () => missing) === true) others += 1;
        break;
      default:
    }
  };
  fc.assert(
    fc.property(conditions, ($expr) => check(parseQuery({ $expr }))),
    { numRuns: 3_000 },
  );
  expect(needing).toBeGreaterThan(500);
  expect(others).toBeGreaterThan(10);
});
