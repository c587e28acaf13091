import { expect, test } from "vitest";
import { shownText } from "./example-text.ts";

test.each([
  ["lines of text", "a\tb\r\n{}\n", "a\tb\r\n{}\n"],
  [
    "bytes, 16 a line",
    "\b\u0001é0123456789abcd",
    "08 01 c3 a9 30 31 32 33 34 35 36 37 38 39 61 62\n63 64",
  ],
  ["no bytes", "", "(empty)"],
])("shows %s", (_what, text, shown) => {
  expect(shownText(text)).toBe(shown);
});
