import { expect, test } from "vitest";
import { ConfigError } from "../config/config.ts";
import { parseCommandArgs } from "./args.ts";

const spec = { command: "x", texts: ["entity", "role"], positionals: ["ID"] };

test("reads flags in both spellings, and arguments without a flag", () => {
  const given = parseCommandArgs(["--entity", "a", "id", "--role=-b", "-h"], spec);
  expect(given.texts).toEqual({ entity: "a", role: "-b" });
  expect(given.positionals).toEqual(["id"]);
  expect([...given.switches]).toEqual(["help"]);
});

test.each([
  [["--entitty", "a"], "--entitty is not an option of npm run heddle -- x. Did you mean --entity?"],
  [
    ["--colour", "a"],
    "--colour is not an option of npm run heddle -- x. npm run heddle -- x --help",
  ],
  [["-x"], "-x is not an option"],
  [["--entity"], "--entity needs a value."],
  [["--entity", "--role", "a"], "--entity needs a value"],
  [["--entity", "a", "--entity", "b"], "--entity is given twice."],
  [["--help=yes"], "--help takes no value."],
  [["one", "two"], 'npm run heddle -- x takes no argument "two".'],
])("%j is refused", (args, message) => {
  const parse = (): unknown => parseCommandArgs(args, spec);
  expect(parse).toThrow(ConfigError);
  expect(parse).toThrow(message);
});
