import { expect, test } from "vitest";
import { readOptions, UsageError } from "./options.ts";
import type { CliOptions } from "./options.ts";

test.each<[args: readonly string[], want: CliOptions]>([
  [[], { mode: "workspace", check: false }],
  [["--check"], { mode: "workspace", check: true }],
  [["--help"], { mode: "help" }],
  [
    ["--spec", "a.yaml", "--out", "b", "--name", "pets", "--check"],
    {
      mode: "document",
      check: true,
      spec: "a.yaml",
      out: "b",
      name: "pets",
      lintConfig: undefined,
    },
  ],
])("%j", (args, want) => {
  expect(readOptions(args)).toEqual(want);
});

test.each([
  [["--verbose"]],
  [["spec.yaml"]],
  [["--spec", "a.yaml"]],
  [["--out", "b"]],
  [["--name", "pets"]],
  [["--check=yes"]],
])("%j is refused", (args) => {
  expect(() => readOptions(args)).toThrow(UsageError);
});
