import { describe, expect, test } from "vitest";
import { bodyOf, create, said, specOf, specsOf, answered } from "../testing/operation-text.ts";

describe("a specification that the kit would serve wrongly is refused", () => {
  test.each<[name: string, operation: object, message: RegExp]>([
    ["no access", { "x-access": undefined }, /post\/x-access: is missing/],
    ...(
      [
        [
          "spellings in a header",
          "header",
          "array",
          { delimiter: "," },
          /stands at query parameters/,
        ],
        [
          "a delimiter in a word",
          "query",
          "string",
          { delimiter: "," },
          /which only a list can have/,
        ],
        ["a long delimiter", "query", "array", { delimiter: ", " }, /must be one character/],
        ["names that are no list", "query", "array", { names: "a" }, /must be a list of names/],
        [
          "spellings that say nothing",
          "query",
          "array",
          {},
          /must have a delimiter, names or both/,
        ],
      ] as const
    ).map(([name, place, type, spellings, message]): [string, object, RegExp] => {
      const parameter = { name: "a", in: place, schema: { type }, "x-also-accepts": spellings };
      return [name, { ...create, parameters: [parameter] }, message];
    }),
    ["an unknown access", { "x-access": "owner" }, /is "owner"; say public, read, write or admin/],
    ["no projects", { "x-project": undefined }, /x-project: must list where the projects of a/],
    ["no projects, and no reason", { "x-project": [] }, /or give the reason why none does/],
    ["an empty reason", { "x-project": { none: "" } }, /or give the reason why none does/],
    [
      "an invalid place",
      { ...create, "x-project": ["body:/a"] },
      /body:\/a is not a valid place: write/,
    ],
    ["a body without a finder", { ...create, "x-project": ["body"] }, /not a valid place/],
    ["two finders", { ...create, "x-project": ["a:b:/project_id"] }, /not a valid place/],
    ["three places in one", { ...create, "x-project": [["/a", "/b", "/c"]] }, /not a valid place/],
    [
      "an entity and a project in two parts of a request",
      { ...create, "x-project": [["query:/entity", "/project_id"]] },
      /must be side by side in the same part/,
    ],
    [
      "an entity and a project in two objects",
      { ...create, "x-project": [["/owner/entity", "/project_id"]] },
      /must be side by side in the same part/,
    ],
    [
      "an entity that is not in the body",
      { ...create, "x-project": [["/entity", "/project_id"]] },
      /x-project\/0: \/entity \+ \/project_id is nowhere in the request of things\.create/,
    ],
    [
      "a project that is not checked, and no reason",
      { ...create, "x-project": [{ unchecked: "/project_id" }] },
      /x-project\/0: \{"unchecked":"\/project_id"\} must give the reason/,
    ],
    [
      "a project that is not checked, and an empty reason",
      { ...create, "x-project": [{ unchecked: "/project_id", why: "" }] },
      /must give the reason/,
    ],
    [
      "a project that is not checked and not in the body",
      { ...create, "x-project": [{ unchecked: "/projectid", why: "the handler filters" }] },
      /x-project\/0: \/projectid is nowhere in the request of things\.create/,
    ],
    ["an id without a verb", { operationId: "create" }, /must be <resource>\.<verb>/],
    ["a second spelling of nothing", { "x-compat": { of: "a.b" } }, /a\.b is not an/],
    [
      "a project that is not in the body",
      { ...create, "x-project": ["/projectid"] },
      /x-project\/0: \/projectid is nowhere in the request of things\.create/,
    ],
    ["a project without a body", { "x-project": ["/project_id"] }, /is nowhere in the request/],
    ["a path without project", { "x-project": ["path"] }, /path is nowhere in the request/],
    ["a query without project", { "x-project": ["query:/project"] }, /is nowhere/],
    [
      "a status that is not 4xx",
      bodyOf("application/json", {
        type: "object",
        properties: { a: { type: "string", "x-invalid-status": 500 } },
      }),
      /x-invalid-status must be a 4xx status/,
    ],
    [
      "a body that is raw as a whole",
      bodyOf("application/json", { "x-raw-json": true }),
      /x-raw-json is for members of a body/,
    ],
    [
      "an invalid status",
      { responses: { "20x1": { description: "Any." } } },
      /is not a status: write 200, 4XX or default, not "20x1"/,
    ],
    [
      "a path parameter that is not in the path",
      { parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }] },
      /path parameter id is nowhere in \/things/,
    ],
    [
      "an end of a stream on an answer without a stream",
      {
        responses: {
          "200": { description: "Item.", content: { "application/json": { "x-stream-end": "." } } },
        },
      },
      /x-stream-end: must be the text that ends a text\/event-stream/,
    ],
    [
      "a header with a meaning of its own",
      { parameters: [{ name: "Content-Type", in: "header", schema: { type: "string" } }] },
      /header Content-Type cannot be a parameter/,
    ],
    [
      "a parameter with content",
      { parameters: [{ name: "a", in: "query", content: {} }] },
      /parameter a has neither schema nor content/,
    ],
  ])("%s", (_, operation, message) => {
    expect(() => specOf(operation)).toThrow(message);
  });

  test("two operations with one name", () => {
    const get = { operationId: "a.b", ...said, ...answered };
    expect(() => specsOf({ "/a": { get }, "/b": { get } })).toThrow(/repeats a\.b/);
  });
});
