import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { InvalidInput, Missing, OverLimit } from "../../refusals/refusal.ts";
import type { ProjectId, ProjectName } from "../../access/project-id.ts";
import { TooDeep } from "../json-text/json-bounds.ts";
import { contentAtOnce } from "./content.ts";
import { RefStrings } from "./ref-strings.ts";
import {
  externaliseText,
  externaliseTextAtOnce,
  externalRule,
  internalRule,
  type RefLookup,
  type VisibleProject,
} from "./rewrite-refs.ts";
import { treeContent } from "./testing/tree-content.ts";
import { rewriteStringsInText } from "./testing/tree-strings.ts";

// Readable ids.
const lookup: RefLookup = {
  internalId(project) {
    if (!project.startsWith("acme/")) throw new Missing(`No project ${project}`);
    return `ID-${project.slice("acme/".length)}` as ProjectId;
  },
  mayUse: (id) => id.startsWith("ID-"),
};

const visible: VisibleProject = (id) =>
  id.startsWith("ID-") ? (`acme/${id.slice(3)}` as ProjectName) : undefined;

const inward = (json: string): string =>
  contentAtOnce(json, {
    strings: () => new RefStrings(internalRule(lookup)),
    maxBytes: Infinity,
    value: "A value",
  }).text;
const outward = (json: string): string => externaliseTextAtOnce(json, visible);
const embed = (value: unknown, times: number): unknown =>
  times === 0 ? value : embed(JSON.stringify(value), times - 1);

describe("inwards", () => {
  test.each([
    [
      "a ref anywhere in the value",
      '{"b": ["weave:///acme/p/object/x:abc/attr/rows"], "a": "weave:///acme/q/call/1"}',
      '{"a": "weave-trace-internal:///ID-q/call/1", ' +
        '"b": ["weave-trace-internal:///ID-p/object/x:abc/attr/rows"]}',
    ],
    ["a name of a member stays", '{"weave:///acme/p/call/1": 1}', '{"weave:///acme/p/call/1": 1}'],
    [
      "an internal ref to the caller's project stays",
      '["weave-trace-internal:///ID-p/call/1"]',
      '["weave-trace-internal:///ID-p/call/1"]',
    ],
    [
      "a text that mentions a ref stays",
      '"see weave:///acme/p/call/1"',
      '"see weave:///acme/p/call/1"',
    ],
    ["other schemes stay", '"wandb-artifact:///acme/p/x"', '"wandb-artifact:///acme/p/x"'],
    [
      "JSON in a string is rewritten in Python's style, in its own order",
      JSON.stringify(['{"z":1.0,"a":["weave:///acme/p/call/1","é"]}']),
      JSON.stringify(['{"z": 1.0, "a": ["weave-trace-internal:///ID-p/call/1", "\\u00e9"]}']),
    ],
    [
      "JSON in a string without a change keeps its bytes",
      JSON.stringify('{"a":"see weave:///acme/p/call/1"}'),
      JSON.stringify('{"a":"see weave:///acme/p/call/1"}'),
    ],
    [
      "tokens that only Python reads",
      JSON.stringify('[NaN,-Infinity,"weave:///acme/p/call/1"]'),
      JSON.stringify('[NaN, -Infinity, "weave-trace-internal:///ID-p/call/1"]'),
    ],
  ])("%s", (_, source, expected) => expect(inward(source)).toBe(expected));

  it("opens eight nested texts, and does not change the ninth", () => {
    const ref = ["weave:///acme/p/call/1"];
    expect(inward(JSON.stringify(embed(ref, 8)))).toContain("weave-trace-internal:///ID-p/call/1");
    expect(inward(JSON.stringify(embed(ref, 9)))).not.toContain("weave-trace-internal");
  });

  test.each([
    ["weave:///acme", InvalidInput],
    ["weave:///acme/p", InvalidInput],
    ["weave:////p/call/1", InvalidInput],
    ["weave:///other/p/call/1", Missing],
    ["weave-trace-internal:///FOREIGN/call/1", InvalidInput],
    ["weave-trace-internal:///", InvalidInput],
  ])("%s is refused, also inside a text", (ref, error) => {
    expect(() => inward(JSON.stringify({ a: ref }))).toThrow(error);
    expect(() => inward(JSON.stringify({ a: JSON.stringify([ref]) }))).toThrow(error);
  });

  it("refuses a text in a string that is nested too deeply", () => {
    const deep = `${"[".repeat(201)}"weave:///acme/p/call/1"${"]".repeat(201)}`;
    expect(() => inward(JSON.stringify(deep))).toThrow(TooDeep);
  });
});

describe("outwards", () => {
  test.each([
    [
      "a visible project",
      '{ "a":1.0, "b":"weave-trace-internal:///ID-p/object/x:abc" }',
      '{ "a":1.0, "b":"weave:///acme/p/object/x:abc" }',
    ],
    [
      "a project of another entity",
      '["weave-trace-internal:///FOREIGN/object/x:abc"]',
      '["weave-private://///object/x:abc"]',
    ],
    [
      "a name of a member stays",
      '{"weave-trace-internal:///ID-p/x" : "weave-trace-internal:///ID-p/x"}',
      '{"weave-trace-internal:///ID-p/x" : "weave:///acme/p/x"}',
    ],
    [
      "escapes hide nothing",
      '["\\u0077eave-trace-internal:///ID-p/x", "weave-trace-internal:\\/\\/\\/ID-p/x"]',
      '["weave:///acme/p/x", "weave:///acme/p/x"]',
    ],
    [
      "quotes and backslashes around it",
      '{"a\\"": "\\\\", "b": "weave-trace-internal:///ID-p/x\\"y", "c": "\\\\\\""}',
      '{"a\\"": "\\\\", "b": "weave:///acme/p/x\\"y", "c": "\\\\\\""}',
    ],
    ["a string alone", '"weave-trace-internal:///ID-p/x"', '"weave:///acme/p/x"'],
    [
      "JSON in a string",
      JSON.stringify({ a: '{"z": 1.0, "a": "weave-trace-internal:///ID-p/x"}' }),
      JSON.stringify({ a: '{"z": 1.0, "a": "weave:///acme/p/x"}' }),
    ],
    ["an external ref stays", '["weave:///other/p/x"]', '["weave:///other/p/x"]'],
  ])("%s", (_, stored, expected) => expect(outward(stored)).toBe(expected));

  it("does not change a text in a string that is too deep to read", () => {
    const deep = JSON.stringify(`${"[".repeat(201)}"weave-trace-internal:///ID-p/x"`);
    expect(outward(deep)).toBe(deep);
  });
});

describe("texts that grow with each level of JSON in strings of JSON", () => {
  // Python escapes non-ASCII characters, and each level doubles the backslashes: é takes 133
  // characters.
  const grown = (ref: string, levels: number, size: number): unknown =>
    embed({ ref, text: "é".repeat(size) }, levels);
  const ref = "weave-trace-internal:///ID-p/call/1";

  it("are rewritten as Python does within the bound", () => {
    const text = inward(JSON.stringify(grown("weave:///acme/p/call/1", 8, 100)));
    expect(text).toContain(`${"\\".repeat(256)}u00e9`);
  });

  test.each([
    ["one text", [grown("weave:///acme/p/call/1", 8, 600_000)]],
    [
      "many that are short",
      Array.from({ length: 200 }, () => grown("weave:///acme/p/call/1", 8, 3_000)),
    ],
  ])("are refused beyond it on their way in: %s", (_, value) => {
    expect(() => inward(JSON.stringify(value))).toThrow(OverLimit);
  });

  it("keep their stored form beyond it on their way out", () => {
    const stored = JSON.stringify([grown(ref, 8, 600_000), ref]);
    const answered = outward(stored);
    expect(answered.length).toBeLessThan(70 * 1024 * 1024);
    expect(answered.endsWith('"weave:///acme/p/call/1"]')).toBe(true);
  });
});

describe("laws", () => {
  const project = fc.constantFrom("p", "q", "répertoire");
  const ref = project.map((name) => `weave:///acme/${name}/object/x:abc`);
  const leaf = fc.oneof(fc.string({ unit: "binary" }), fc.double(), fc.boolean(), ref);
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie("node"), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie("node"), { maxKeys: 4 }),
      tie("node").map((inner) => JSON.stringify(inner)),
    ),
  })).node;

  it("in and out gives the same value, with texts in strings in Python's style", () => {
    fc.assert(
      fc.property(value, (wire) => {
        const stored = inward(JSON.stringify(wire));
        expect(stored).not.toContain("weave:///acme");
        const answered = outward(stored);
        expect(answered).not.toContain("weave-trace-internal");
        expect(inward(answered)).toBe(stored);
      }),
    );
  });

  it("the simple implementation gives the same result on the way in", () => {
    fc.assert(
      fc.property(value, fc.nat(3), (wire, indent) => {
        const json = JSON.stringify(wire, null, indent);
        expect(inward(json)).toBe(treeContent(json, internalRule(lookup)).text);
      }),
    );
  });

  it("the simple implementation gives the same result on the way out", async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.nat(3), async (wire, indent) => {
        const stored = JSON.stringify(JSON.parse(inward(JSON.stringify(wire))), null, indent);
        const expected = rewriteStringsInText(stored, externalRule(visible));
        expect(outward(stored)).toBe(expected);
        expect(await externaliseText(stored, visible)).toBe(expected);
      }),
    );
  });
});
