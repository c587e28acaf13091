import { describe, expect, it, test } from "vitest";
import { InvalidInput } from "../../refusals/refusal.ts";
import { checkedAliases, checkedTags, distinctLabels } from "./label-names.ts";

const digest = "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o";

describe("tags", () => {
  test.each([
    "a",
    "good for tests",
    "-",
    "v1",
    "latest",
    digest,
    "Größe 数据 _2",
    "x".repeat(256),
    "\u{20000}".repeat(256),
  ])("%.40s is one", (tag) => expect(checkedTags([tag])).toEqual([tag]));

  test.each([
    "",
    " ",
    " a",
    "a ",
    "a  b",
    "a\tb",
    "a\n",
    "a.b",
    "a/b",
    "a:b",
    "🚀",
    "\ud800",
    "x".repeat(257),
    `${"a ".repeat(127)}abc`,
  ])("%.40j is none", (tag) => expect(() => checkedTags(["a", tag])).toThrow(InvalidInput));
});

describe("aliases", () => {
  test.each([
    "a",
    "production",
    "v1-candidate",
    "v",
    "V1",
    "Latest",
    "a.b c",
    " a ",
    "🚀",
    "x".repeat(128),
    "🚀".repeat(128),
  ])("%.40s is one", (alias) => expect(checkedAliases([alias])).toEqual([alias]));

  test.each([
    "",
    " ",
    "\u3000\n",
    "latest",
    "v0",
    "v12",
    "a/b",
    "a:b",
    "x".repeat(129),
    "\ud800",
    "a\0",
    digest,
    "0".repeat(64),
  ])("%.40j is none", (alias) => {
    expect(() => checkedAliases(["a", alias])).toThrow(InvalidInput);
  });
});

describe("a list", () => {
  it("counts repeats once, after the list was found short enough", () => {
    expect(distinctLabels("tags", ["a", "b", "a"])).toEqual(["a", "b"]);
    const many = Array<string>(1_001).fill("a");
    expect(() => distinctLabels("tags", many)).toThrow("tags has 1001 entries");
    expect(distinctLabels("tags", many.slice(1))).toEqual(["a"]);
  });

  it("a long text is refused quickly, and not repeated whole", () => {
    const long = "a ".repeat(500_000);
    for (const checked of [checkedTags, checkedAliases]) {
      expect(() => checked([long])).toThrow(/^.{1,400}$/);
    }
  });
});
