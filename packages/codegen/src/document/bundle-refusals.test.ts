import { expect, test } from "vitest";
import { head, problemsOf } from "./testing/load-files.ts";

/** A document with one schema, `A`, on its sixth line. */
function schemaA(text: string): string {
  return `${head}components:\n  schemas:\n    A: ${text}\n`;
}

test.each<[what: string, files: Readonly<Record<string, string>>, problems: readonly string[]]>([
  [
    "a file that is missing",
    { "openapi.yaml": schemaA("{ $ref: b.yaml#/B }") },
    ["openapi.yaml:6:10: #/components/schemas/A: refers to b.yaml#/B, but b.yaml does not exist"],
  ],
  [
    "a folder",
    { "openapi.yaml": schemaA("{ $ref: b }"), "b/c.yaml": "{}" },
    ["openapi.yaml:6:10: #/components/schemas/A: refers to b, but b is a folder, not a file"],
  ],
  [
    "a member that is missing, in a file that another refers to",
    { "openapi.yaml": schemaA("{ $ref: b.yaml#/B }"), "b.yaml": "B:\n  items: { $ref: '#/C/D' }" },
    [
      "b.yaml:2:12: #/B/items: refers to #/C/D, but b.yaml has no #/C; correct the reference or add its target",
    ],
  ],
  [
    "a pointer for the entry document, written in another file",
    {
      "openapi.yaml": schemaA("{ $ref: b/b.yaml }"),
      "b/b.yaml": "items: { $ref: '#/components/schemas/A' }",
    },
    [
      "b/b.yaml:1:10: #/items: refers to #/components/schemas/A, but b/b.yaml has no #/components; write ../openapi.yaml#/components/schemas/A for the one in the entry document",
    ],
  ],
  [
    "a reference to another server",
    { "openapi.yaml": schemaA("{ $ref: 'https://example.com/b.yaml#/B' }") },
    [
      "openapi.yaml:6:10: #/components/schemas/A: https://example.com/b.yaml#/B is not fetched; save it beside this file and refer to it by a relative path",
    ],
  ],
  [
    "several problems, each once",
    {
      "openapi.yaml": schemaA("{ anyOf: [{ $ref: b.yaml }, { $ref: b.yaml }, { $ref: '#/x' }] }"),
    },
    [
      "openapi.yaml:6:20: #/components/schemas/A/anyOf/0: refers to b.yaml, but b.yaml does not exist",
      "openapi.yaml:6:38: #/components/schemas/A/anyOf/1: refers to b.yaml, but b.yaml does not exist",
      "openapi.yaml:6:56: #/components/schemas/A/anyOf/2: refers to #/x, but openapi.yaml has no #/x; correct the reference or add its target",
    ],
  ],
  [
    "a file that cannot be parsed, once, with its own place",
    {
      "openapi.yaml": schemaA("{ anyOf: [{ $ref: b.yaml }, { $ref: b.yaml }] }"),
      "b.yaml": "a: 1\na: 2\n",
    },
    ["b.yaml:2:1: #/a: is defined twice in one object; keep one of them"],
  ],
  [
    "components that refer to each other and nothing else",
    {
      "openapi.yaml": schemaA(
        "{ $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/A' }",
      ),
    },
    [
      "openapi.yaml:6:10: #/components/schemas/A: #/components/schemas/B leads back to itself",
      "openapi.yaml:7:10: #/components/schemas/B: #/components/schemas/A leads back to itself",
    ],
  ],
  [
    "a member of an endless chain of references",
    {
      "openapi.yaml": schemaA("{ $ref: '#/x/y' }") + "x: { $ref: '#/x' }\n",
    },
    ["openapi.yaml:6:10: #/components/schemas/A: #/x/y leads round in a circle"],
  ],
  [
    "a member behind a reference to itself",
    { "openapi.yaml": schemaA("{ $ref: '#/x/y' }") + "x: { $ref: '#/x/z' }\n" },
    ["openapi.yaml:7:6: #/x: #/x/z leads round in a circle"],
  ],
  [
    "path items that contain themselves",
    {
      "openapi.yaml": head.replace(
        "{}",
        "\n  /a: { post: { callbacks: { b: { c: { $ref: '#/paths/~1a' } } } } }",
      ),
    },
    ["openapi.yaml:4:40: #/paths/~1a/post/callbacks/b/c: #/paths/~1a holds itself"],
  ],
  [
    "a path item with an operation that stands beside the reference too",
    {
      "openapi.yaml": head.replace("{}", "\n  /a: { $ref: b.yaml, get: {} }"),
      "b.yaml": "get: {}",
    },
    [
      "openapi.yaml:4:23: #/paths/~1a/get: stands here and in b.yaml, and nothing says which one counts: keep one",
    ],
  ],
  [
    "text where an object should be",
    { "openapi.yaml": schemaA("{ $ref: '#/info/title' }") },
    ["openapi.yaml:6:10: #/components/schemas/A: leads to a string, where an object is expected"],
  ],
  [
    "the whole document as a schema",
    { "openapi.yaml": schemaA("{ $ref: '#' }") },
    [
      "openapi.yaml:6:10: #/components/schemas/A: leads to the whole document, where a part of it is expected",
    ],
  ],
  [
    "a reference that is not text",
    { "openapi.yaml": schemaA("{ $ref: { type: string } }") },
    ["openapi.yaml:6:10: #/components/schemas/A/$ref: is not a reference, because it is not text"],
  ],
  [
    "a wrong percent-encoding",
    { "openapi.yaml": schemaA("{ $ref: 'b%zz.yaml' }") },
    [
      "openapi.yaml:6:10: #/components/schemas/A: b%zz.yaml has a % that is not a percent-encoding; write it as %25",
    ],
  ],
  [
    "an anchor that is missing",
    { "openapi.yaml": schemaA("{ $ref: '#b' }") },
    [
      "openapi.yaml:6:10: #/components/schemas/A: refers to #b, which leads nowhere: a pointer starts with #/, and no schema has this $anchor",
    ],
  ],
  [
    "an anchor that two schemas have",
    {
      "openapi.yaml": schemaA(
        "{ $dynamicRef: '#b', items: { $dynamicAnchor: b }, not: { $dynamicAnchor: b } }",
      ),
    },
    [
      "openapi.yaml:6:10: #/components/schemas/A/$dynamicRef: refers to #b, which leads nowhere: several schemas of the file have this anchor",
    ],
  ],
  [
    "a $id with references below it",
    { "openapi.yaml": schemaA("{ $id: 'https://example.com/a', items: { $ref: b.yaml } }") },
    [
      "openapi.yaml:6:10: #/components/schemas/A/$id: $id changes what the references below it refer to, which is not supported; remove it",
    ],
  ],
])("%s is refused", (_, files, problems) => {
  expect(problemsOf(files)).toEqual(problems);
});

test("under strict naming, two components with one name are refused with both places", () => {
  const files = {
    "openapi.yaml": schemaA("{ anyOf: [{ $ref: b/x.yaml }, { $ref: c.yaml#/x }] }"),
    "b/x.yaml": "type: string",
    "c.yaml": "y: 1\nx: { type: number }",
  };
  expect(problemsOf(files, { naming: "refused" })).toEqual([
    "openapi.yaml:6:40: #/components/schemas/A/anyOf/1: two components would have the name x, the one at b/x.yaml:1:1 and the one at c.yaml:2:1; rename one",
  ]);
});

test("the first twenty problems are shown, and the number of the others", () => {
  const branches = Array.from({ length: 25 }, (_, index) => `{ $ref: "${index}.yaml" }`);
  const lines = problemsOf({ "openapi.yaml": schemaA(`{ anyOf: [${branches.join(", ")}] }`) });
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe("and 5 more");
});

test.each<[what: string, text: string | Uint8Array, problem: string]>([
  ["an empty file", "", "openapi.yaml:1:1: is empty; an OpenAPI document"],
  ["nothing but comments", "# nothing\n", "openapi.yaml:1:1: #: is not an object"],
  ["a list", "- a", "openapi.yaml:1:1: #: is not an object"],
  ["text", "hello", "openapi.yaml:1:1: #: is not an object"],
  ["bytes", Uint8Array.of(0xff, 0xfe, 0x6f, 0), "openapi.yaml is not UTF-8 text; save it as UTF-8"],
  ["Swagger", "swagger: '2.0'\ninfo: {}", "openapi.yaml:1:1: #/swagger: is Swagger 2.0, an older"],
  ["a later version", `{"openapi": "3.2.0"}`, `openapi.yaml:1:2: #/openapi: is "3.2.0"; versions`],
])("%s is refused", (_, text, problem) => {
  expect(problemsOf({ "openapi.yaml": text }).join("\n")).toContain(problem);
});

test("a byte order mark and carriage returns are not part of the text", () => {
  const text = `\uFEFF${head}`.replaceAll("\n", "\r\n");
  expect(problemsOf({ "openapi.yaml": text })).toEqual([]);
  const json = `\uFEFF{"openapi": "3.1.1", "info": {}, "paths": {}}`;
  expect(problemsOf({ "openapi.yaml": json })).toEqual([]);
});

test("the error for a missing entry names the file", () => {
  expect(problemsOf({ "other.yaml": head })).toEqual(["openapi.yaml does not exist"]);
});
