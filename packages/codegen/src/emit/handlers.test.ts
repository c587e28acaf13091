import { expect, test } from "vitest";
import { bodyOf } from "../testing/context-of.ts";
import { thingsContext } from "../testing/things.ts";
import { emitHandlers } from "./handlers.ts";

test("a handler for each operation, by resource, and none for a second spelling", () => {
  const { path, text } = emitHandlers(thingsContext());
  expect(path).toBe("handlers.ts");
  expect(bodyOf(text)).toBe(`import type { operations } from "./types.ts";
import type { Handler, HandlerContext } from "@heddle/server-kit";

/** Handlers of A test, for a context \`C\`. */
export interface ThingsHandlers<C = HandlerContext> {
  /** What there is. */
  readonly things: {
    /** Read a thing. */
    readonly read: Handler<operations["things.read"], C>;
  };
  readonly service: {
    readonly health: Handler<operations["service.health"], C>;
  };
}
`);
});
