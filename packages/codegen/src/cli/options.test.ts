import { expect, test } from "vitest";
import { readOptions, UsageError } from "./options.ts";
import type { CliOptions } from "./options.ts";

const workspace = { mode: "workspace", action: "write", only: undefined } as const;

test.each<[args: readonly string[], want: CliOptions]>([
  [[], workspace],
  [["--check"], { ...workspace, action: "check" }],
  [["--watch"], { ...workspace, action: "watch" }],
  [["--only", "types,client"], { ...workspace, only: ["types", "client"] }],
  [["--help"], { mode: "help" }],
  [["-h", "--check"], { mode: "help" }],
  [["scaffold", "--out", "a"], { mode: "scaffold", args: ["--out", "a"] }],
  [
    ["--spec", "a.yaml", "--out", "b", "--name", "pet-shop", "--check"],
    {
      mode: "document",
      action: "check",
      only: undefined,
      spec: "a.yaml",
      out: "b",
      name: "pet-shop",
      lintConfig: undefined,
    },
  ],
])("%j", (args, want) => {
  expect(readOptions(args)).toEqual(want);
});

test.each([
  [["--verbose"], "--verbose"],
  [["spec.yaml"], "spec.yaml"],
  [["--spec", "a.yaml"], "--spec and --out belong together"],
  [["--out", "b"], "--spec and --out belong together"],
  [["--spec", "", "--out", "b"], "--spec and --out cannot be empty"],
  [["--spec", "a", "--out", ""], "--spec and --out cannot be empty"],
  [["--spec", "https://a/b", "--out", "b"], "https://a/b is not fetched; download it"],
  [["--name", "pets"], "--name and --lint need --spec and --out"],
  [["--check=yes"], "--check"],
  [["--check", "--watch"], "--check and --watch exclude each other"],
  [["--only", "types,tests"], 'there is no output "tests"; the outputs are document, types'],
  [["--spec", "a", "--out", "b", "--name", "pets/dogs"], '--name: "pets/dogs" is not a valid name'],
  [["--spec", "a", "--out", "b", "--name", "1st"], '--name: "1st" is not a valid name'],
  [["--spec", "a", "--out", "b", "--name", ""], '--name: "" is not a valid name'],
])("%j is refused", (args, message) => {
  expect(() => readOptions(args)).toThrow(UsageError);
  expect(() => readOptions(args)).toThrow(message);
});
