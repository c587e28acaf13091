import { expect, test } from "vitest";
import { ParsedTemplates } from "./parsed-templates.ts";

test("equal templates are parsed once, whichever model has them", () => {
  const parsed = new ParsedTemplates();
  expect(parsed.of("{{ 1 }}", "a")).toBe(parsed.of("{{ 1 }}", "b"));
  expect(parsed.of("{{ 2 }}", "a")).not.toBe(parsed.of("{{ 1 }}", "a"));
});

test("the least recently used go when there are too many characters; the last one stays in any case", () => {
  const parsed = new ParsedTemplates({ maxCharacters: 20 });
  const first = parsed.of("{{ 1 }} one", "a");
  const second = parsed.of("{{ 2 }}", "a");
  expect(parsed.of("{{ 1 }} one", "a")).toBe(first);
  parsed.of("{{ 3 }}", "a");
  expect(parsed.characters).toBe(18);
  expect(parsed.of("{{ 1 }} one", "a")).toBe(first);
  expect(parsed.of("{{ 2 }}", "a")).not.toBe(second);
  const long = `{{ 4 }}${" ".repeat(100)}`;
  expect(parsed.of(long, "a")).toBe(parsed.of(long, "b"));
  expect(parsed.characters).toBe(long.length);
});

test("a template that cannot be parsed names its model and leaves nothing behind", () => {
  const parsed = new ParsedTemplates();
  expect(() => parsed.of("{% if %}", "my/model")).toThrow(/my\/model cannot be parsed/);
  expect(parsed.characters).toBe(0);
});
